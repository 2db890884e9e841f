// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.command.unwrap.WrapperPrograms;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Programs that are forbidden with any arguments, or with some.
final class ForbiddenPrograms {
  private static final Set<String> PRIVILEGE =
      Set.of(
          "sudo",
          "su",
          "doas",
          "pkexec",
          "chroot",
          "sudoedit",
          "runuser",
          "run0",
          "gksudo",
          "gksu",
          "kdesu",
          "setcap",
          "visudo",
          "vipw",
          "newgrp",
          "sg",
          "dzdo",
          "pfexec",
          "gosu",
          "su-exec",
          "setuidgid",
          "s6-setuidgid",
          "s6-applyuidgid",
          "sudo-rs",
          "kdesudo",
          "lxqt-sudo",
          "beesu");

  /// Programs that change accounts and logins.
  private static final Set<String> ACCOUNTS =
      Set.of(
          "useradd",
          "usermod",
          "userdel",
          "adduser",
          "deluser",
          "groupadd",
          "groupmod",
          "groupdel",
          "addgroup",
          "delgroup",
          "gpasswd",
          "chpasswd",
          "newusers",
          "groupmems",
          "vigr",
          "chsh");

  private static final Set<String> DISKS =
      Set.of(
          "mke2fs",
          "mkswap",
          "mkdosfs",
          "mkntfs",
          "mkexfatfs",
          "wipefs",
          "fdisk",
          "sfdisk",
          "cfdisk",
          "gdisk",
          "sgdisk",
          "cgdisk",
          "parted",
          "blkdiscard",
          "hdparm",
          "badblocks",
          "cryptsetup",
          "pvcreate",
          "pvremove",
          "vgremove",
          "lvremove",
          "lvcreate",
          "lvresize",
          "lvreduce",
          "vgcreate",
          "vgextend",
          "vgreduce",
          "pvresize",
          "pvmove",
          "tune2fs",
          "resize2fs",
          "nwipe",
          "dmsetup",
          "mdadm");

  private static final Set<String> SHUTDOWN =
      Set.of(
          "shutdown",
          "reboot",
          "halt",
          "poweroff",
          "telinit",
          "killall5",
          "pm-suspend",
          "pm-hibernate");

  private static final Set<String> SYSTEMCTL =
      Set.of(
          "poweroff",
          "reboot",
          "halt",
          "kexec",
          "soft-reboot",
          "suspend",
          "hibernate",
          "hybrid-sleep",
          "rescue",
          "emergency",
          "exit");

  /// Words that change units or their state.
  private static final Set<String> UNITS =
      Set.of(
          "enable",
          "reenable",
          "disable",
          "link",
          "edit",
          "mask",
          "unmask",
          "preset",
          "preset-all",
          "revert",
          "add-wants",
          "add-requires",
          "set-default",
          "set-property",
          "set-environment",
          "import-environment");

  private static final Pattern TARGET =
      Pattern.compile(
          "(poweroff|reboot|halt|kexec|rescue|emergency|suspend|hibernate|shutdown|sleep|exit)\\.target");

  private static final Set<String> AGENTS =
      Set.of("load", "bootstrap", "enable", "submit", "setenv", "config");

  private static final Set<String> MODULES = Set.of("insmod", "rmmod", "modprobe", "kexec");

  /// A function that starts itself twice.
  private static final Pattern FORK_BOMB =
      Pattern.compile(
          "(?<![\\w:.])([\\w:.]{1,64})\\s{0,9}\\(\\s{0,9}\\)\\s{0,9}\\{"
              + "[^}]{0,500}\\1\\s{0,9}\\|\\s{0,9}\\1\\s{0,9}&");

  private static final Pattern NEW_FILE_SYSTEM = Pattern.compile("(mkfs|newfs)([._].*)?");
  private static final Pattern RUN_LEVEL = Pattern.compile("[0-6sS]");

  /// Options with which `sysctl` changes a setting.
  private static final Pattern SETTING =
      Pattern.compile("(?s)-w|-p|--system|--write|--load.*|[^-].*=.*");

  private ForbiddenPrograms() {}

  /// Why the program must not run with these arguments, wherever that is.
  static Optional<BarredCommand> judge(Command command) {
    Optional<BarredCommand> named = named(command.programName(), command);
    return named.isPresent() ? named : modes(command);
  }

  private static Optional<BarredCommand> named(String name, Command command) {
    if (name.equals("writ")) {
      return barred("writ", "a command cannot run Writ");
    }
    if (PRIVILEGE.contains(name)) {
      return barred("privilege", name + " changes privileges");
    }
    if (ACCOUNTS.contains(name)) {
      return changesAccounts(name);
    }
    if (DISKS.contains(name)
        || ((name.startsWith("mkfs") || name.startsWith("newfs"))
            && NEW_FILE_SYSTEM.matcher(name).matches())) {
      return barred("disk", name + " changes disks");
    }
    if (SHUTDOWN.contains(name)) {
      return stops(name);
    }
    if (MODULES.contains(name)) {
      return changesKernel(name);
    }
    if (name.equals("ssh-copy-id")) {
      return barred("write-ssh", "ssh-copy-id changes who can log in");
    }
    return judgeWords(name, command);
  }

  /// Programs that are forbidden with some arguments.
  private static Optional<BarredCommand> judgeWords(String name, Command command) {
    return switch (name) {
      case "systemctl" ->
          anyArgument(command, word -> SYSTEMCTL.contains(word) || TARGET.matcher(word).matches())
              ? stops(name)
              : anyArgument(command, UNITS::contains) ? changesUnits(name) : Optional.empty();
      case "launchctl" ->
          anyArgument(command, AGENTS::contains) ? changesUnits(name) : Optional.empty();
      case "init" ->
          anyArgument(command, word -> RUN_LEVEL.matcher(word).matches())
              ? stops(name)
              : Optional.empty();
      case "kill" ->
          command.argv().stream().skip(2).anyMatch("-1"::equals)
              ? barred("kill-all", "kill -1 ends all processes")
              : Optional.empty();
      case "sysctl" ->
          anyArgument(command, word -> SETTING.matcher(word).matches())
              ? changesKernel(name)
              : Optional.empty();
      case "crontab" ->
          command.arguments().size() == 1 && anyArgument(command, "-l"::equals)
              ? Optional.empty()
              : barred("write-cron", "crontab changes scheduled commands");
      default ->
          WrapperPrograms.isShell(name) && anyArgument(command, ForbiddenPrograms::isForkBomb)
              ? barred("fork-bomb", "it starts itself without end")
              : AdministrativePrograms.judge(name, command);
    };
  }

  static boolean anyArgument(Command command, Predicate<String> what) {
    for (CommandWord word : command.arguments()) {
      if (what.test(word.plain())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isForkBomb(String word) {
    return FORK_BOMB.matcher(word).find();
  }

  static Optional<BarredCommand> changesAccounts(String name) {
    return barred("write-account", name + " changes who can log in");
  }

  static Optional<BarredCommand> stops(String name) {
    return barred("shutdown", name + " stops the machine");
  }

  static Optional<BarredCommand> changesUnits(String name) {
    return barred("write-service-unit", name + " changes automatically started programs");
  }

  private static Optional<BarredCommand> changesKernel(String name) {
    return barred("write-kernel-interface", name + " changes the kernel");
  }

  private static Optional<BarredCommand> modes(Command command) {
    List<ChmodModes> modes = ChmodModes.of(command);
    if (modes.stream().anyMatch(ChmodModes::setId)) {
      return barred("privilege", command.programName() + " sets a set-user-id or set-group-id bit");
    }
    return modes.stream().anyMatch(ChmodModes::everythingToAll)
        ? barred("mode-777", command.programName() + " lets every user write and run it")
        : Optional.empty();
  }

  static Optional<BarredCommand> barred(String rule, String reason) {
    return Optional.of(new BarredCommand("deny." + rule, reason));
  }
}
