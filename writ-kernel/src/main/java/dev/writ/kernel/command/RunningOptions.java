// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Options of programs that run their value. What such a value would run is held against the
/// denylist; that it isn't on it permits nothing: these options are in no pack.
final class RunningOptions {
  private static final Map<String, Set<String>> OPTIONS =
      Map.ofEntries(
          Map.entry(
              "tar",
              Set.of(
                  "-I",
                  "-F",
                  "--to-command",
                  "--use-compress-program",
                  "--checkpoint-action",
                  "--info-script",
                  "--new-volume-script",
                  "--rsh-command",
                  "--rmt-command")),
          Map.entry("rsync", Set.of("-e", "--rsh", "--rsync-path")),
          Map.entry("sort", Set.of("--compress-program")),
          Map.entry("rg", Set.of("--pre", "--hostname-bin")),
          Map.entry("git", Set.of("--upload-pack", "--receive-pack", "--exec", "--extcmd")),
          Map.entry("make", Set.of("SHELL")),
          Map.entry("gmake", Set.of("SHELL")),
          Map.entry("npm", Set.of("-c", "--call")),
          Map.entry("npx", Set.of("-c", "--call")),
          Map.entry("pnpm", Set.of("-c", "--call")),
          Map.entry("go", Set.of("-exec", "--exec", "-toolexec", "--toolexec")),
          Map.entry("less", Set.of("+!")),
          Map.entry("man", Set.of("-P", "--pager", "-H", "--html")),
          Map.entry("install", Set.of("--strip-program")));

  /// The shortest abbreviation of a long option that is looked at, with its dashes.
  private static final int SHORTEST = 4;

  private RunningOptions() {}

  /// What the values of such options would run, as far as one can guess.
  static List<CommandLine> suspects(Command command) {
    Set<String> options = OPTIONS.get(command.programName());
    if (options == null) {
      return List.of();
    }
    List<Word> values = new ArrayList<>();
    List<String> argv = command.argv();
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i);
      String next = i + 1 < argv.size() ? argv.get(i + 1) : "";
      for (String option : options) {
        value(word, next, option).ifPresent(values::add);
      }
    }
    List<CommandLine> suspects = new ArrayList<>();
    values.forEach(value -> suspects.addAll(Layer.suspects(List.of(value))));
    return suspects;
  }

  private static Optional<Word> value(String word, String next, String option) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    boolean named =
        name.equals(option)
            || (option.startsWith("--") && name.length() >= SHORTEST && option.startsWith(name));
    if (named) {
      String value = equals < 0 ? next : word.substring(equals + 1);
      return Optional.of(new Word.Literal(value.replaceFirst("^exec=", "")));
    }
    return option.length() == 2 && word.startsWith(option)
        ? Optional.of(new Word.Literal(word.substring(2)))
        : Optional.empty();
  }
}
