"""Run many tasks at once, in processes on this machine or on a Dask cluster; finished results can be saved."""
