# SPDX-License-Identifier: GPL-2.0-only
"""Where points run: this machine, or a Dask cluster."""

import os
import signal
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager

from . import processes

_DASK = "dask://"


@contextmanager
def opened(executor=None, workers=None):
    """Give a ``concurrent.futures`` executor for the time of a sweep.

    :param executor: None for this machine; ``dask://HOST:PORT`` for a scheduler of a Dask cluster;
        a ``dask.distributed.Client``; or any executor of the kind of ``concurrent.futures``
    :param workers: points at a time on this machine, None for one per core
    :raises ValueError: if it is none of these
    """
    check(executor)
    if executor is None:
        # Each thread only waits for a process.
        pool = ThreadPoolExecutor(workers or cores())
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    elif isinstance(executor, str):
        with _client(executor.removeprefix(_DASK)) as client:
            yield client.get_executor(pure=False, retries=3)
    elif hasattr(executor, "get_executor"):
        yield executor.get_executor(pure=False, retries=3)
    else:
        yield executor


def run_all(function, jobs, take, *, executor=None, workers=None):
    """Run a function for some jobs, each of which runs a program, and hand over what it gives.

    :param function: the function, of one job
    :param jobs: the jobs
    :param take: called with the future of a job that ended, and the job, as they end
    :param executor: as :func:`opened` has it
    :param workers: jobs at a time on this machine, None for one per core
    """
    with opened(executor, workers) as pool:
        futures = {pool.submit(function, job): job for job in jobs}
        try:
            for future in as_completed(futures):
                take(future, futures.pop(future))
        except BaseException:
            # A second Ctrl-C must not disturb the end of the runs.
            with _interrupts_ignored():
                for future in futures:
                    future.cancel()
                processes.stop_running()
                if executor is None:
                    pool.shutdown(wait=True, cancel_futures=True)
            raise


def check(executor):
    """Find out before anything runs whether points can run there.

    :param executor: as :func:`opened` has it
    :raises ValueError: one line, if it is none of what that takes
    """
    if isinstance(executor, str):
        if not executor.startswith(_DASK):
            raise ValueError(f"executor {executor}: expected {_DASK}HOST:PORT")
    elif executor is not None and not (
        isinstance(executor, Executor) or hasattr(executor, "submit")
    ):
        raise ValueError(f"{executor!r} is not an executor")


def cores():
    """Give the number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


class _interrupts_ignored:
    def __enter__(self):
        self._handler = None
        try:
            self._handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        except ValueError:
            # Signals belong to the main thread, and this is another.
            return

    def __exit__(self, *_):
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)


def _client(address):
    try:
        from dask.distributed import Client
    except ImportError:
        raise ValueError("a Dask cluster needs the extra: pip install ns3-iscsi[cluster]") from None
    try:
        return Client(f"tcp://{address}", timeout="10s")
    except OSError as error:
        raise ValueError(f"{_DASK}{address}: {error}") from None
