"""Plots of what was measured: one file a plot, drawn with matplotlib, which no other room imports.

Each file has `figure(...)`, from records to a figure; `sheet.save` writes any of them. Lines differ by style
and marker, bars by hatch and words, cells by their numbers: never by colour alone.
"""
