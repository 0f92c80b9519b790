"""Plots of measurements, drawn with matplotlib: one plot in each file. No other package imports matplotlib.

Most files define a function `figure(...)`, which draws measurements; `sheet.save` writes the figure. Figures can be
read without colour: lines differ in style and marker, bars in hatching and words, cells in their numbers.
"""
