// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.ExecutionVariables;
import dev.writ.command.language.PathText;
import dev.writ.command.language.WordExpansion;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The variables whose values stand in the line itself, as far as it is read, and the two places
/// that a line may name so.
public final class LineVariables {
  /// In the environment of every program from the start, so that an assignment changes it there.
  private static final Set<String> INHERITED =
      Set.of("LANG", "LANGUAGE", "TERM", "TZ", "USER", "LOGNAME", "TMPDIR", "PWD", "OLDPWD");

  /// Variables that shells set themselves, and those that Writ may pass to programs.
  private static final Pattern OWN =
      Pattern.compile(
          "HOME|SHELL|SHLVL|JAVA_HOME|IFS|PPID|E?UID|GROUPS|HOSTNAME|HOSTTYPE|MACHTYPE|OSTYPE"
              + "|LINENO|RANDOM|SRANDOM|SECONDS|EPOCH.*|COLUMNS|LINES|OPT.*|PS[0-4]|DIRSTACK"
              + "|PIPESTATUS|FUNCNAME|REPLY|HIST.*|COMP.*|MAIL.*|_|BASH.*|WRIT_.*"
              + "|.*_PROXY|.*_proxy|VIRTUAL_ENV|LSAN_OPTIONS");

  private final @Nullable WordExpansion world;
  private Map<String, String> values = new LinkedHashMap<>();
  private Map<String, String> exported = new LinkedHashMap<>();
  private Set<String> unsure = new HashSet<>();
  private CommandWord directory = Command.HERE;
  private final Set<String> assigned = new HashSet<>();

  /// @param world empty if the line's place of execution is unknown
  public LineVariables(@Nullable WordExpansion world) {
    this.world = world;
  }

  /// The variables at one point of the line.
  private record State(
      Map<String, String> values,
      Map<String, String> exported,
      Set<String> unsure,
      CommandWord place) {}

  /// Runs a part of the line whose changes end with it.
  public void aside(Runnable part) {
    State before =
        new State(
            new LinkedHashMap<>(values),
            new LinkedHashMap<>(exported),
            new HashSet<>(unsure),
            directory);
    part.run();
    values = before.values();
    exported = before.exported();
    unsure = before.unsure();
    directory = before.place();
  }

  /// The view of the workspace, null if there is none.
  public @Nullable WordExpansion world() {
    return world;
  }

  /// The directory of the following commands, relative to the working directory.
  public String directory() {
    return world != null && directory instanceof CommandWord.Home(CommandWord rest)
        ? world.home() + rest.plain()
        : directory.plain();
  }

  /// The same as a word.
  public CommandWord entered() {
    return directory;
  }

  /// The names that were set since this set was last cleared.
  public Set<String> assigned() {
    return assigned;
  }

  /// The following commands run there.
  public void enter(CommandWord target) {
    directory = PathText.entered(directory, target);
  }

  /// The value, null where it isn't known.
  public @Nullable String value(String name) {
    if (unsure.contains(name)) {
      return null;
    }
    String value = values.get(name);
    if (value != null || world == null) {
      return value;
    }
    return switch (name) {
      case "HOME" -> world.home();
      case "PWD" -> place();
      default -> null;
    };
  }

  /// Whether no variable of that name can have a value: the line gives it none, and programs and
  /// shells start without it.
  boolean isUnset(String name) {
    return world != null
        && !values.containsKey(name)
        && !unsure.contains(name)
        && !isInherited(name)
        && !OWN.matcher(name).matches();
  }

  private static boolean isInherited(String name) {
    return INHERITED.contains(name) || name.startsWith("LC_") || ExecutionVariables.contains(name);
  }

  /// The values as they are now, whatever changes later.
  Function<ParameterExpansion, @Nullable String> now() {
    LineVariables copy = new LineVariables(world);
    copy.values.putAll(values);
    copy.unsure.addAll(unsure);
    copy.directory = directory;
    return expansion -> expansion.of(copy);
  }

  /// The absolute directory of the following commands, null if unknown.
  public @Nullable String place() {
    if (world == null) {
      return null;
    }
    return PathText.joined(world.place(), directory());
  }

  /// Lets the programs of a virtual environment come first in what follows.
  ///
  /// @param environment its directory, as it is named where the line is by now; empty for none
  public void activate(String environment) {
    String place = directory.plain();
    boolean here = place.isEmpty() || environment.isEmpty() || environment.startsWith("/");
    set(Command.VIRTUAL_ENVIRONMENT, here ? environment : place + "/" + environment, true);
  }

  /// Whether the programs of a virtual environment come first by now.
  public boolean isActivated() {
    return !exported.getOrDefault(Command.VIRTUAL_ENVIRONMENT, "").isEmpty();
  }

  /// Sets a variable.
  public void set(String name, String value, boolean export) {
    values.put(name, value);
    unsure.remove(name);
    assigned.add(name);
    if (export || isInherited(name) || exported.containsKey(name)) {
      exported.put(name, value);
    }
  }

  /// From here on it is unknown whether a variable was set.
  public void forget(String name) {
    unsure.add(name);
  }

  /// The environment of the following commands, null if unknown.
  public @Nullable Map<String, String> environment() {
    for (String name : unsure) {
      if (exported.containsKey(name)) {
        return null;
      }
    }
    if (exported.containsKey(Command.VIRTUAL_ENVIRONMENT) && !isActivated()) {
      Map<String, String> left = new LinkedHashMap<>(exported);
      left.remove(Command.VIRTUAL_ENVIRONMENT);
      return left;
    }
    return exported;
  }
}
