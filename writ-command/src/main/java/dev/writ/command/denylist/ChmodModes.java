// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The permissions that a mode of `chmod` grants, as far as they do not depend on the file.
record ChmodModes(boolean everythingToAll, boolean setId) {
  private static final int ALL = 0777;
  /// Set-user-id and set-group-id.
  private static final int SET_ID = 06000;
  private static final Pattern OPTION = Pattern.compile("(?s)-[a-zA-Z]*m.*|--mo?d?e?(=.*)?");
  /// The mode is that of another file.
  private static final Pattern REFERENCE = Pattern.compile("(?s)--ref[a-z]*(=.*)?");

  private static final Pattern OPTION_START = Pattern.compile("(?s)^(-[a-zA-Z]*?m|--[mode]+=?)");

  /// The mode that a command gives to files, if it gives one.
  static List<ChmodModes> of(Command command) {
    return switch (command.programName()) {
      case "chmod", "gchmod" ->
          CommandArguments.of(command).operands().stream()
              .limit(given(command.argv(), REFERENCE) ? 0 : 1)
              .map(word -> parsed(word.plain()))
              .toList();
      case "install", "mkdir", "mkfifo", "mknod" ->
          given(command.argv()).stream().map(ChmodModes::parsed).toList();
      default -> List.of();
    };
  }

  private static boolean given(List<String> argv, Pattern option) {
    return argv.stream().anyMatch(word -> option.matcher(word).matches());
  }

  private static List<String> given(List<String> argv) {
    List<String> given = new ArrayList<>();
    for (int i = 1; i < argv.size(); i++) {
      if (OPTION.matcher(argv.get(i)).matches()) {
        String attached = OPTION_START.matcher(argv.get(i)).replaceFirst("");
        boolean isNext = attached.isEmpty() && i + 1 < argv.size();
        given.add(isNext ? argv.get(i + 1) : attached);
      }
    }
    return given;
  }

  static ChmodModes parsed(String mode) {
    if (mode.matches("[+=]?[0-7]{1,9}")) {
      int bits = Integer.parseInt(mode.replaceFirst("^[+=]", ""), 8);
      return new ChmodModes((bits & ALL) == ALL, (bits & SET_ID) != 0);
    }
    int[] bits = {0, 0, 0};
    boolean setId = false;
    for (String clause : mode.split(",", -1)) {
      String who = clause.replaceFirst("(?s)[^ugoa].*", "");
      for (String action : clause.substring(who.length()).split("(?=[-+=])", -1)) {
        String permissions = action.isEmpty() ? "" : action.substring(1);
        boolean adds = !action.startsWith("-");
        setId |= adds && permissions.contains("s") && !who.equals("o");
        apply(bits, who, action, permissions);
      }
    }
    return new ChmodModes((bits[0] & bits[1] & bits[2]) == 7, setId);
  }

  private static void apply(int[] bits, String who, String action, String permissions) {
    if (permissions.indexOf('u') >= 0 && bits[0] == 0) {
      bits[0] = 7; // The owner may do everything, as far as known.
    }
    int given =
        permissions
            .chars()
            .map(
                letter ->
                    switch (letter) {
                      case 'r' -> 4;
                      case 'w' -> 2;
                      case 'x', 'X' -> 1;
                      case 'u' -> bits[0];
                      case 'g' -> bits[1];
                      case 'o' -> bits[2];
                      default -> 0;
                    })
            .reduce(0, (one, other) -> one | other);
    for (int i = 0; i < bits.length; i++) {
      // Without a class the umask keeps others from writing.
      int effective = who.isEmpty() && i > 0 ? given & ~2 : given;
      if (who.isEmpty() || who.indexOf('a') >= 0 || who.indexOf("ugo".charAt(i)) >= 0) {
        bits[i] =
            action.startsWith("-")
                ? bits[i] & ~given
                : action.startsWith("=") ? effective : bits[i] | effective;
      }
    }
  }
}
