// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Programs of administrators that are forbidden with some arguments.
final class AdministrativePrograms {
  /// Words that end users' sessions or the machine.
  private static final Pattern LOGINCTL =
      Pattern.compile(
          "poweroff|reboot|halt|kexec|suspend(-then-hibernate)?|hibernate|hybrid-sleep|sleep"
              + "|(terminate|kill)-(user|session|seat)");

  /// The same by a message to the daemon.
  private static final Pattern MESSAGE =
      Pattern.compile("(?i).*(login1.*|\\b)(PowerOff|Reboot|Halt|Suspend|Hibernate|KExec)\\w*");

  /// Options that only print accounts.
  private static final Set<String> TELLS =
      Set.of("-S", "--status", "-l", "--list", "-a", "--all", "-h", "--help", "-list", "-read");

  /// An entry of an access list that gives everything to others.
  private static final Pattern ACCESS_FOR_OTHERS =
      Pattern.compile(
          "(?:^|[,=])\\s*(?:d(?:efault)?:)?o(?:ther)?::?(?:7|(?=[^,]*r)(?=[^,]*w)[^,]*x)");

  private AdministrativePrograms() {}

  /// Why the program must not run with these arguments.
  static Optional<BarredCommand> judge(String name, Command command) {
    return switch (name) {
      case "loginctl" ->
          ForbiddenPrograms.anyArgument(command, word -> LOGINCTL.matcher(word).matches())
              ? ForbiddenPrograms.stops(name)
              : ForbiddenPrograms.anyArgument(command, word -> word.endsWith("able-linger"))
                  ? ForbiddenPrograms.changesUnits(name)
                  : Optional.empty();
      case "dbus-send", "busctl", "gdbus", "qdbus" ->
          ForbiddenPrograms.anyArgument(command, word -> MESSAGE.matcher(word).matches())
              ? ForbiddenPrograms.stops(name)
              : Optional.empty();
      case "rtcwake" ->
          ForbiddenPrograms.anyArgument(
                  command, word -> word.matches("off|disk|mem|standby|freeze"))
              ? ForbiddenPrograms.stops(name)
              : Optional.empty();
      case "pmset" ->
          ForbiddenPrograms.anyArgument(command, word -> word.endsWith("sleepnow"))
              ? ForbiddenPrograms.stops(name)
              : Optional.empty();
      case "gnome-session-quit", "xfce4-session-logout" ->
          ForbiddenPrograms.anyArgument(
                  command, word -> word.matches("--(power-?off|reboot|halt|suspend|hibernate)"))
              ? ForbiddenPrograms.stops(name)
              : Optional.empty();
      case "update-rc.d", "chkconfig", "rc-update", "insserv" ->
          command.arguments().size() > 1 ? ForbiddenPrograms.changesUnits(name) : Optional.empty();
      case "passwd", "chage", "dscl", "sysadminctl" ->
          isFile(command) || ForbiddenPrograms.anyArgument(command, TELLS::contains)
              ? Optional.empty()
              : ForbiddenPrograms.changesAccounts(name);
      case "chpst" ->
          ForbiddenPrograms.anyArgument(command, word -> word.matches("(?s)-[uU].*"))
              ? ForbiddenPrograms.barred("privilege", "chpst -u changes privileges")
              : Optional.empty();
      case "machinectl" ->
          ForbiddenPrograms.anyArgument(command, word -> word.matches("shell|login"))
              ? ForbiddenPrograms.barred("privilege", "machinectl shell changes privileges")
              : Optional.empty();
      case "diskutil" ->
          ForbiddenPrograms.anyArgument(
                  command, word -> word.matches("(?i)erase\\w*|reformat|partitionDisk|zeroDisk"))
              ? ForbiddenPrograms.barred("disk", "diskutil changes disks")
              : Optional.empty();
      case "zpool", "zfs", "nvme" ->
          ForbiddenPrograms.anyArgument(
                  command, word -> word.matches("destroy|create|format|labelclear|sanitize"))
              ? ForbiddenPrograms.barred("disk", name + " changes disks")
              : Optional.empty();
      case "setfacl" ->
          ForbiddenPrograms.anyArgument(command, word -> ACCESS_FOR_OTHERS.matcher(word).find())
              ? ForbiddenPrograms.barred("mode-777", "setfacl lets every user write and run it")
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /// Whether it is a path that is not a program's: `/etc/passwd`.
  private static boolean isFile(Command command) {
    String program = command.program();
    return program.indexOf('/') >= 0
        && !program.endsWith("bin/" + program.substring(program.lastIndexOf('/') + 1));
  }
}
