// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.kernel.command;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Programs that are barred whatever they are told, or for some of what they can be told.
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
          "dzdo",
          "pfexec");

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
          "dmsetup",
          "mdadm");

  private static final Set<String> SHUTDOWN =
      Set.of("shutdown", "reboot", "halt", "poweroff", "telinit", "killall5");

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

  private static final Set<String> MODULES = Set.of("insmod", "rmmod", "modprobe", "kexec");

  /// A function that starts itself twice.
  private static final Pattern FORK_BOMB =
      Pattern.compile("([\\w:.]+) *\\( *\\) *\\{[^}]*\\1 *\\| *\\1 *&[^}]*}");

  /// Longer texts are not searched for it.
  private static final int MOST_SEARCHED = 2_000;

  private ForbiddenPrograms() {}

  /// Why the program must not run with these arguments, wherever that is.
  static Optional<Barred> judge(Command command) {
    Optional<Barred> named = named(command.programName(), command);
    return named.isPresent() ? named : modes(command);
  }

  private static Optional<Barred> named(String name, Command command) {
    List<String> arguments = command.argv().subList(1, command.argv().size());
    if (name.equals("writ")) {
      return barred("writ", "Writ can't be run by what it governs");
    }
    if (PRIVILEGE.contains(name)) {
      return barred("privilege", name + " changes privileges");
    }
    if (DISKS.contains(name) || name.matches("(mkfs|newfs)([._].*)?")) {
      return barred("disk", name + " changes disks");
    }
    boolean stops =
        SHUTDOWN.contains(name)
            || (name.equals("systemctl") && arguments.stream().anyMatch(SYSTEMCTL::contains))
            || (name.equals("init")
                && arguments.stream().anyMatch(word -> word.matches("[0-6sS]")));
    if (stops) {
      return barred("shutdown", name + " stops the machine");
    }
    if (name.equals("kill") && arguments.stream().skip(1).anyMatch("-1"::equals)) {
      return barred("kill-all", "kill -1 ends all processes");
    }
    boolean sets =
        arguments.stream()
            .anyMatch(word -> word.matches("(?s)-w|-p|--system|--write|--load.*|[^-].*=.*"));
    if (MODULES.contains(name) || (name.equals("sysctl") && sets)) {
      return barred("write-kernel-interface", name + " changes the kernel");
    }
    if (name.equals("ssh-copy-id")) {
      return barred("write-ssh", "ssh-copy-id changes who may log in");
    }
    boolean bomb =
        Wrappers.isShell(name)
            && arguments.stream()
                .filter(word -> word.length() <= MOST_SEARCHED)
                .anyMatch(word -> FORK_BOMB.matcher(word).find());
    if (bomb) {
      return barred("fork-bomb", "it starts itself without end");
    }
    boolean lists = arguments.equals(List.of("-l"));
    return name.equals("crontab") && !lists
        ? barred("write-cron", "crontab changes what runs later")
        : Optional.empty();
  }

  private static Optional<Barred> modes(Command command) {
    List<Modes> modes = Modes.of(command).toList();
    if (modes.stream().anyMatch(Modes::setuid)) {
      return barred("privilege", command.programName() + " sets a setuid bit");
    }
    return modes.stream().anyMatch(Modes::everythingToAll)
        ? barred("mode-777", command.programName() + " lets everybody write and run it")
        : Optional.empty();
  }

  private static Optional<Barred> barred(String rule, String reason) {
    return Optional.of(new Barred("deny." + rule, reason));
  }
}
