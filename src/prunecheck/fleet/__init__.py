"""Run many tasks in parallel, in processes on this machine or on a Dask cluster. Finished results can be saved."""
