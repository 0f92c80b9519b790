"""Plots of measurements, drawn with matplotlib: one plot in each file. No other package imports matplotlib.

Each file has a function `figure(...)`, which draws records as a figure; `sheet.save` writes figures. Figures can be
read without colour: lines differ by style and marker, bars by hatch and words, cells by their numbers.
"""
