"""Plots of measurements, drawn with matplotlib: one plot in each file. No other package imports matplotlib.

Each file has `figure(...)`, from records to a figure; `sheet.save` writes figures. Lines differ by style
and marker, bars by hatch and words, cells by their numbers: never by colour alone.
"""
