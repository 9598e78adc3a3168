# SPDX-License-Identifier: GPL-2.0-only
"""The system calls of Linux by what they mean for a trace of file operations.

A call is followed (file_follower.ACTIONS), is counted if it concerns a file of the trace (the
tables here), or cannot touch the contents or metadata of a file (HARMLESS). One that is nowhere
here is new, and is counted whatever it does.
"""

#: What `strace -e trace=` is to be given, so that nothing that can touch a file is missing.
TRACE = (
    "file,desc,process,network,sync,msync,mremap,munmap,madvise,"
    "io_setup,io_destroy,io_submit,io_getevents,io_pgetevents,io_cancel,"
    "io_uring_setup,io_uring_enter,io_uring_register"
)

#: Names of 32-bit systems and of old kernels, and those that mean the same.
ALIASES = {
    "chown32": "chown",
    "fadvise64_64": "fadvise64",
    "fchown32": "fchown",
    "fcntl64": "fcntl",
    "fstat64": "fstat",
    "fstatat64": "newfstatat",
    "fstatfs64": "fstatfs",
    "ftruncate64": "ftruncate",
    "io_pgetevents": "io_getevents",
    "io_pgetevents_time64": "io_getevents",
    "lchown32": "lchown",
    "lstat64": "lstat",
    "mmap2": "mmap",
    "old_mmap": "mmap",
    "oldfstat": "fstat",
    "oldlstat": "lstat",
    "oldstat": "stat",
    "pread": "pread64",
    "pwrite": "pwrite64",
    "sendfile64": "sendfile",
    "stat64": "stat",
    "statfs64": "statfs",
    "sync_file_range2": "sync_file_range",
    "truncate64": "truncate",
    "umount": "umount2",
    "utimensat_time64": "utimensat",
}

#: Calls without a word in the trace that are given an open file: where its descriptor stands.
COUNTED_DESCRIPTORS = {
    **dict.fromkeys(("fchmod", "fchown", "fstatfs", "readahead", "fadvise64"), 0),
    **dict.fromkeys(("fsetxattr", "fgetxattr", "flistxattr", "fremovexattr"), 0),
    **dict.fromkeys(("sync_file_range", "file_getattr", "file_setattr"), 0),
}
#: Commands of ioctl() that touch neither contents nor metadata of a file; the others are counted.
HARMLESS_COMMANDS = {"FIOCLEX", "FIONCLEX", "FIONBIO", "FIOASYNC", "FIONREAD", "TCGETS"}

#: Likewise with a path: where the folder's descriptor stands, or None, and where the path.
COUNTED_PATHS = {
    **dict.fromkeys(
        ("chmod", "chown", "lchown", "utime", "utimes", "mknod", "readlink"), (None, 0)
    ),
    **dict.fromkeys(("statfs", "acct", "swapon", "swapoff", "uselib", "umount2"), (None, 0)),
    **dict.fromkeys(("setxattr", "lsetxattr", "getxattr", "lgetxattr"), (None, 0)),
    **dict.fromkeys(("listxattr", "llistxattr", "removexattr", "lremovexattr"), (None, 0)),
    **dict.fromkeys(("fchmodat", "fchmodat2", "fchownat", "futimesat", "utimensat"), (0, 1)),
    **dict.fromkeys(("mknodat", "readlinkat", "name_to_handle_at", "open_tree"), (0, 1)),
    **dict.fromkeys(("setxattrat", "getxattrat", "listxattrat", "removexattrat"), (0, 1)),
    "mount": (None, 1),
    "move_mount": (2, 3),
}

#: Calls after which paths mean something else: they are counted wherever they point.
COUNTED_ALWAYS = {"chroot", "pivot_root", "open_by_handle_at"}

#: Calls that return a descriptor of something that is no file, or of which nothing is known.
MAKERS = {
    *("socket", "accept", "accept4", "eventfd", "eventfd2", "epoll_create", "epoll_create1"),
    *("inotify_init", "inotify_init1", "fanotify_init", "signalfd", "signalfd4"),
    *("timerfd_create", "memfd_create", "memfd_secret", "userfaultfd", "perf_event_open"),
    *("bpf", "pidfd_open", "fsopen", "fspick", "fsmount", "landlock_create_ruleset", "mq_open"),
}
#: Calls that make two: where their numbers stand.
PAIR_MAKERS = {"pipe": 0, "pipe2": 0, "socketpair": 3}

_HARMLESS = """
    _newselect _sysctl add_key adjtimex afs_syscall alarm arch_prctl bdflush bind break brk
    cachestat capget capset clock_adjtime clock_adjtime64 clock_getres clock_getres_time64
    clock_gettime clock_gettime64 clock_nanosleep clock_nanosleep_time64 clock_settime
    clock_settime64 connect create_module delete_module epoll_ctl epoll_ctl_old epoll_pwait
    epoll_pwait2 epoll_wait epoll_wait_old exit_group fanotify_mark finit_module flock fsconfig
    ftime futex futex_requeue futex_time64 futex_wait futex_waitv futex_wake get_kernel_syms
    get_mempolicy get_robust_list get_thread_area getcpu getcwd getegid getegid32 geteuid
    geteuid32 getgid getgid32 getgroups getgroups32 getitimer getpeername getpgid getpgrp getpid
    getpmsg getppid getpriority getrandom getresgid getresgid32 getresuid getresuid32 getrlimit
    getrusage getsid getsockname getsockopt gettid gettimeofday getuid getuid32 gtty idle
    init_module inotify_add_watch inotify_rm_watch ioperm iopl ioprio_get ioprio_set ipc kcmp
    kexec_file_load kexec_load keyctl kill landlock_add_rule landlock_restrict_self listen
    listmount listns lock lookup_dcookie lsm_get_self_attr lsm_list_modules lsm_set_self_attr
    map_shadow_stack mbind membarrier migrate_pages mincore mlock mlock2 mlockall modify_ldt
    mount_setattr move_pages mprotect mpx mq_getsetattr mq_notify mq_timedreceive
    mq_timedreceive_time64 mq_timedsend mq_timedsend_time64 mq_unlink mseal msgctl msgget msgrcv
    msgsnd munlock munlockall nanosleep nfsservctl nice oldolduname olduname pause personality
    pidfd_getfd pidfd_send_signal pkey_alloc pkey_free pkey_mprotect poll ppoll ppoll_time64 prctl
    prlimit64 process_madvise process_mrelease process_vm_readv process_vm_writev prof profil
    pselect6 pselect6_time64 ptrace putpmsg query_module quotactl quotactl_fd reboot recvfrom
    recvmmsg recvmmsg_time64 recvmsg remap_file_pages request_key restart_syscall rseq
    rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend
    rt_sigtimedwait rt_sigtimedwait_time64 rt_tgsigqueueinfo sched_get_priority_max
    sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler
    sched_rr_get_interval sched_rr_get_interval_time64 sched_setaffinity sched_setattr
    sched_setparam sched_setscheduler sched_yield seccomp security select semctl semget semop
    semtimedop semtimedop_time64 sendmmsg sendmsg sendto set_mempolicy set_mempolicy_home_node
    set_robust_list set_thread_area set_tid_address setdomainname setfsgid setfsgid32 setfsuid
    setfsuid32 setgid setgid32 setgroups setgroups32 sethostname setitimer setns setpgid
    setpriority setregid setregid32 setresgid setresgid32 setresuid setresuid32 setreuid
    setreuid32 setrlimit setsid setsockopt settimeofday setuid setuid32 sgetmask shmat shmctl
    shmdt shmget shutdown sigaction sigaltstack signal sigpending sigprocmask sigreturn
    sigsuspend socketcall ssetmask statmount stime stty sysfs sysinfo syslog tee tgkill time
    timer_create timer_delete timer_getoverrun timer_gettime timer_gettime64 timer_settime
    timer_settime64 timerfd_gettime timerfd_gettime64 timerfd_settime timerfd_settime64 times
    tkill tuxcall ugetrlimit ulimit umask uname unshare uretprobe ustat vhangup vm86 vm86old
    vmsplice vserver wait4 waitid waitpid
"""
#: Calls that can touch neither contents nor metadata of a file below a folder.
HARMLESS = frozenset(_HARMLESS.split())
