// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import java.util.EnumSet;
import java.util.Set;

/// Numbers of Linux system calls on the two machines that are supported (kernel:
/// `arch/x86/entry/syscalls/syscall_64.tbl`, `include/uapi/asm-generic/unistd.h`). A call that a
/// machine doesn't have is -1.
public enum Syscall {
  READ(0, 63),
  WRITE(1, 64),
  CLOSE(3, 57),
  CLOSE_RANGE(436, 436),
  IOCTL(16, 29),
  GETTID(186, 178),
  GETEUID(107, 175),
  GETEGID(108, 177),
  SOCKET(41, 198),
  CONNECT(42, 203),
  BIND(49, 200),
  LISTEN(50, 201),
  GETSOCKNAME(51, 204),
  SETSOCKOPT(54, 208),
  GETSOCKOPT(55, 209),
  SENDTO(44, 206),
  SENDMSG(46, 211),
  SENDMMSG(307, 269),
  CLONE(56, 220),
  CLONE3(435, 435),
  CHDIR(80, 49),
  GETXATTR(191, 8),
  FGETXATTR(193, 10),
  GETDENTS64(217, 61),
  LSEEK(8, 62),
  MKDIRAT(258, 34),
  UNLINKAT(263, 35),
  SYMLINKAT(266, 36),
  LINKAT(265, 37),
  FSYNC(74, 82),
  SYNCFS(306, 267),
  KILL(62, 129),
  WAIT4(61, 260),
  FCNTL(72, 25),
  SETPGID(109, 154),
  SETSID(112, 157),
  CAPGET(125, 90),
  CAPSET(126, 91),
  PRCTL(157, 167),
  OPENAT(257, 56),
  PPOLL(271, 73),
  EVENTFD2(290, 19),
  PIPE2(293, 59),
  PRLIMIT64(302, 261),
  SECCOMP(317, 277),
  MEMFD_CREATE(319, 279),
  PIDFD_OPEN(434, 434),
  PIDFD_SEND_SIGNAL(424, 424),
  READLINKAT(267, 78),
  STATX(332, 291),
  STATFS(137, 43),
  SOCKETPAIR(53, 199),
  SETPRIORITY(141, 140),
  IOPRIO_SET(251, 30),
  PERSONALITY(135, 92),
  CHMOD(90, -1),
  FCHMOD(91, 52),
  FCHMODAT(268, 53),
  FCHMODAT2(452, 452),
  OPEN(2, -1),
  CREAT(85, -1),
  MKNOD(133, -1),
  MKNODAT(259, 33),
  CHOWN(92, -1),
  LCHOWN(94, -1),
  FCHOWN(93, 55),
  FCHOWNAT(260, 54),
  UTIMENSAT(280, 88),
  OPENAT2(437, 437),
  LANDLOCK_CREATE_RULESET(444, 444),
  LANDLOCK_ADD_RULE(445, 445),
  LANDLOCK_RESTRICT_SELF(446, 446),

  // Never made here; attempts at them are held by filters or by other rules.
  MMAP(9, 222),
  TKILL(200, 130),
  TGKILL(234, 131),
  RT_SIGQUEUEINFO(129, 138),
  RT_TGSIGQUEUEINFO(297, 240),
  RENAMEAT2(316, 276),
  RENAME(82, -1),
  RENAMEAT(264, 38),

  // With the number of another process as the first argument these act on it.
  PRLIMIT(302, 261),
  GET_ROBUST_LIST(274, 100),
  SCHED_SETAFFINITY(203, 122),
  SCHED_SETSCHEDULER(144, 119),
  SCHED_SETPARAM(142, 118),
  SCHED_SETATTR(314, 274),

  // Without a namespace these reach what other programs share, or change what no rule is about.
  SHMGET(29, 194),
  SHMAT(30, 196),
  SHMCTL(31, 195),
  SEMGET(64, 190),
  SEMOP(65, 193),
  SEMTIMEDOP(220, 192),
  SEMCTL(66, 191),
  MSGGET(68, 186),
  MSGSND(69, 189),
  MSGRCV(70, 188),
  MSGCTL(71, 187),
  MQ_OPEN(240, 180),
  MQ_UNLINK(241, 181),
  MIGRATE_PAGES(256, 238),
  MOVE_PAGES(279, 239),
  UTIME(132, -1),
  UTIMES(235, -1),
  FUTIMESAT(261, -1),
  SETXATTR(188, 5),
  LSETXATTR(189, 6),
  FSETXATTR(190, 7),
  REMOVEXATTR(197, 14),
  LREMOVEXATTR(198, 15),
  FREMOVEXATTR(199, 16),

  // System calls from here on that a sandboxed program does not need.
  PTRACE(101, 117),
  PROCESS_VM_READV(310, 270),
  PROCESS_VM_WRITEV(311, 271),
  KCMP(312, 272),
  PIDFD_GETFD(438, 438),
  PROCESS_MADVISE(440, 440),
  MOUNT(165, 40),
  UMOUNT2(166, 39),
  PIVOT_ROOT(155, 41),
  CHROOT(161, 51),
  OPEN_TREE(428, 428),
  MOVE_MOUNT(429, 429),
  FSOPEN(430, 430),
  FSCONFIG(431, 431),
  FSMOUNT(432, 432),
  FSPICK(433, 433),
  MOUNT_SETATTR(442, 442),
  UNSHARE(272, 97),
  SETNS(308, 268),
  ADD_KEY(248, 217),
  REQUEST_KEY(249, 218),
  KEYCTL(250, 219),
  BPF(321, 280),
  KEXEC_LOAD(246, 104),
  KEXEC_FILE_LOAD(320, 294),
  INIT_MODULE(175, 105),
  FINIT_MODULE(313, 273),
  DELETE_MODULE(176, 106),
  IO_URING_SETUP(425, 425),
  IO_URING_ENTER(426, 426),
  IO_URING_REGISTER(427, 427),
  USERFAULTFD(323, 282),
  PERF_EVENT_OPEN(298, 241),
  FANOTIFY_INIT(300, 262),
  NAME_TO_HANDLE_AT(303, 264),
  OPEN_BY_HANDLE_AT(304, 265),
  LOOKUP_DCOOKIE(212, 18),
  REBOOT(169, 142),
  SWAPON(167, 224),
  SWAPOFF(168, 225),
  SETTIMEOFDAY(164, 170),
  CLOCK_SETTIME(227, 112),
  CLOCK_ADJTIME(305, 266),
  ADJTIMEX(159, 171),
  ACCT(163, 89),
  QUOTACTL(179, 60),
  QUOTACTL_FD(443, 443),
  NFSSERVCTL(180, 42),
  IOPL(172, -1),
  IOPERM(173, -1),
  MODIFY_LDT(154, -1),
  USELIB(134, -1),
  SETHOSTNAME(170, 161),
  SETDOMAINNAME(171, 162),
  SYSLOG(103, 116),
  STATMOUNT(457, 457),
  LISTMOUNT(458, 458),
  VHANGUP(153, 58);

  /// The highest number that was looked at; what a newer kernel adds is unknown and refused.
  public static final int HIGHEST_KNOWN = 462;

  private final int number;

  Syscall(int x86, int arm) {
    this.number = ofMachine(x86, arm);
  }

  /// Of two values the one of this machine.
  static int ofMachine(int x86, int arm) {
    return arm() ? arm : x86;
  }

  /// An enum's constants are made before its other static fields.
  private static boolean arm() {
    return System.getProperty("os.arch", "").equals("aarch64");
  }

  /// Its number on this machine, or -1.
  public int number() {
    return number;
  }

  /// The kernel's name of this machine in `seccomp_data.arch` (`linux/audit.h`).
  public static int machine() {
    return arm() ? 0xC00000B7 : 0xC000003E;
  }

  /// Whether this machine has a second set of numbers, the x32 ABI, above 2^30.
  public static boolean hasX32() {
    return !arm();
  }

  /// Calls that are refused where nothing but Landlock stands between programs.
  public static Set<Syscall> shared() {
    return EnumSet.range(SHMGET, FUTIMESAT);
  }

  /// Calls that change extended attributes and access lists, of which no record tells.
  public static Set<Syscall> attributes() {
    return EnumSet.range(SETXATTR, FREMOVEXATTR);
  }

  /// Calls that are allowed on the caller itself, 0.
  public static Set<Syscall> onItselfOnly() {
    return EnumSet.range(PRLIMIT, SCHED_SETATTR);
  }

  /// Calls that are refused in every sandbox.
  public static Set<Syscall> refused() {
    return EnumSet.range(PTRACE, VHANGUP);
  }
}
