"""A Dask cluster of worker processes on this machine that runs until standard input ends: `local_cluster.py WORKERS`.

It prints the address of its scheduler, and the process id of each worker, on one line.
"""

import logging
import sys

from distributed import LocalCluster


def main() -> None:
    """Start the cluster, and wait."""
    logging.disable()
    count = int(sys.argv[1])
    with LocalCluster(n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        workers = [str(nanny.pid) for nanny in cluster.workers.values()]
        print(cluster.scheduler_address, *workers, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
