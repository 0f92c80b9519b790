"""Plots of measurements, drawn with matplotlib: one plot in each file. No other package imports matplotlib.

Each file has a function `figure(...)`, which turns records into a figure; `sheet.save` writes figures. Nothing differs
by colour alone: lines differ by style and marker, bars by hatch and words, cells by their numbers.
"""
