"""Run many tasks at once: in processes of this machine, or on a Dask cluster; finished results can be kept."""
