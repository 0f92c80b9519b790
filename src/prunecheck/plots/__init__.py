"""Plots of measurements, drawn with matplotlib: one plot in each file. No other package imports matplotlib.

Each file defines a function `figure(...)`, which draws records as a figure; `sheet.save` writes figures. Figures can be
read without colour: lines differ in style and marker, bars in hatching and words, cells in their numbers.
"""
