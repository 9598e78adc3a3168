# SPDX-License-Identifier: GPL-2.0-only
"""Follows files that a program maps into its memory: mmap() and what is done to the memory."""

PAGE = 4096


class MappingFollower:
    """Takes the calls on mapped files for a FileFollower.

    What is mapped counts as read at once. Writes through memory are no calls, so that they are not
    seen; msync() tells when they are to be on the medium.
    """

    CALLS = ("mmap", "msync", "madvise", "mremap", "munmap")

    def __init__(self, follower, trace):
        """
        :param follower: knows the open files and takes operations
        :param trace: where things are counted
        """
        self._follower = follower
        self._trace = trace

    def take(self, call, process):
        """One of CALLS."""
        if call.result < 0:
            return
        if call.name == "mmap":
            self._map(call, process)
        else:
            self._work(call, process)

    def _map(self, call, process):
        is_anonymous = call.number(4) is None
        open_file = None if is_anonymous else self._follower.file(call, process, 4)
        if not open_file:
            return
        length = int(call.arguments[1], 0)
        process.mappings.append((call.result, length, open_file))
        if "MAP_SHARED" in call.arguments[3] and "PROT_WRITE" in call.arguments[2]:
            self._trace.leave_out("mmap for shared writing")
        offset = int(call.arguments[5], 0)
        count = min(length, open_file.file.size - offset)
        if count > 0:
            open_file.is_used = True
            parts = {"handle": open_file.handle, "offset": offset, "bytes": count}
            self._follower.emit(call, process, "pread", **parts)

    def _work(self, call, process):
        """A call that is given a range of memory."""
        begin, length = int(call.arguments[0], 0), int(call.arguments[1], 0)
        end = begin + (length + PAGE - 1) // PAGE * PAGE
        found = [m for m in process.mappings if m[0] < end and begin < m[0] + m[1]]
        if not found:
            return
        if call.name in ("munmap", "mremap"):
            gone = [m for m in found if begin <= m[0] and m[0] + m[1] <= end]
            process.mappings[:] = [m for m in process.mappings if m not in gone]
        if call.name == "msync":
            self._synchronise(call, process, found)
        elif call.name != "munmap":
            self._trace.leave_out(call.name)
        if call.name == "mremap":
            process.mappings.append((call.result, int(call.arguments[2], 0), found[0][2]))

    def _synchronise(self, call, process, found):
        """Only MS_SYNC does something; the file may be closed by now."""
        for open_file in (
            dict.fromkeys(m[2] for m in found) if "MS_SYNC" in call.arguments[2] else ()
        ):
            self._follower.emit(call, process, "fdatasync", handle=open_file.handle)
            if open_file.descriptors == 0:
                self._follower.emit_after(call, process, "close", handle=open_file.handle)
