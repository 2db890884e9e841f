// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A parsed command line: the command, its options and its operands. Options may stand anywhere
/// before `--`; an unknown one is an error that suggests the nearest. Our own parser, because the
/// usual library costs a cold start more than a turn may take
/// (docs/decisions/0003-command-line.md).
public final class ParsedArguments {
  /// The options that many commands take.
  public static final List<CommandOption> GLOBAL =
      List.of(
          CommandOption.valued("config", "FILE", "also read this configuration file").letter('c'),
          CommandOption.valued("model", "NAME", "model to use").letter('m'),
          CommandOption.valued("provider", "NAME", "provider to use").letter('p'),
          CommandOption.valued("endpoint", "URL", "address of the provider"),
          CommandOption.valued("mode", "NAME", "mode of work: code, ask, architect, debug"),
          CommandOption.valued(
              "execution", "MODE", "interactive, restricted_autonomous, full_autonomous"),
          CommandOption.valued("script", "FILE", "script of the replay provider"),
          CommandOption.valued("record", "FILE", "record the model's turns as a script"),
          CommandOption.valued("cwd", "DIR", "work in this directory"),
          CommandOption.flag("dry-run", "judge every call and perform none"),
          CommandOption.flag("no-commit", "do not commit after turns (git.auto_commit)"),
          CommandOption.flag("quiet", "print only the answer").letter('q'),
          CommandOption.flag("verbose", "print more").letter('v'),
          CommandOption.flag("no-color", "no colours"),
          CommandOption.flag("json", "print data as JSON"),
          CommandOption.flag("version", "print the version").letter('V'),
          CommandOption.flag("help", "print help").letter('h'));

  private final String command;
  private final Map<String, String> options;
  private final List<String> operands;

  private ParsedArguments(String command, Map<String, String> options, List<String> operands) {
    this.command = command;
    this.options = options;
    this.operands = operands;
  }

  /// Parses arguments.
  ///
  /// @param commands each command with the options it takes besides the global ones
  /// @param otherwise the command where none is named
  /// @throws UsageException where an option or the command is unknown, or a value is missing
  public static ParsedArguments parse(
      List<String> arguments, Map<String, List<CommandOption>> commands, String otherwise)
      throws UsageException {
    String command = command(arguments, commands).orElse(otherwise);
    List<CommandOption> known = new ArrayList<>(GLOBAL);
    known.addAll(commands.getOrDefault(command, List.of()));
    Map<String, String> options = new LinkedHashMap<>();
    List<String> operands = new ArrayList<>();
    boolean commandSeen = false;
    int i = 0;
    while (i < arguments.size()) {
      String argument = arguments.get(i++);
      if (argument.equals("--")) {
        operands.addAll(arguments.subList(i, arguments.size()));
        break;
      }
      if (!argument.startsWith("-") || argument.equals("-")) {
        if (!commandSeen && argument.equals(command)) {
          commandSeen = true;
        } else {
          operands.add(argument);
        }
        continue;
      }
      i += option(argument, arguments, i, known, options);
    }
    return new ParsedArguments(command, options, operands);
  }

  /// The first word that is neither an option nor an option's value, if it names a command.
  private static Optional<String> command(
      List<String> arguments, Map<String, List<CommandOption>> commands) throws UsageException {
    Optional<String> strange = Optional.empty();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("-")) {
        if (commands.containsKey(argument)) {
          return Optional.of(argument);
        }
        if (strange.isPresent()) {
          throw unknown(strange.get(), GLOBAL); // the word may be its value
        }
        throw new UsageException(
            "unknown command '"
                + argument
                + "'"
                + NearestWord.hint(argument, commands.keySet())
                + "; writ --help lists the commands");
      }
      Optional<CommandOption> option = option(name(argument), commands);
      if (strange.isEmpty() && option.isEmpty() && !argument.equals("--")) {
        strange = Optional.of(name(argument));
      }
      boolean more = i + 1 < arguments.size() && !argument.contains("=");
      if (more && option.filter(CommandOption::takesValue).isPresent()) {
        // Commands may mean different things by an option of their own: a command's name is one.
        boolean named =
            !GLOBAL.contains(option.get()) && commands.containsKey(arguments.get(i + 1));
        i += named ? 0 : 1;
      }
    }
    return Optional.empty();
  }

  /// The option of that name that any command takes.
  private static Optional<CommandOption> option(
      String name, Map<String, List<CommandOption>> commands) {
    return Stream.concat(GLOBAL.stream(), commands.values().stream().flatMap(List::stream))
        .filter(option -> option.isNamed(name))
        .findFirst();
  }

  private static String name(String argument) {
    int equals = argument.indexOf('=');
    return equals < 0 ? argument : argument.substring(0, equals);
  }

  /// Takes one option; returns how many further arguments it used.
  private static int option(
      String argument,
      List<String> arguments,
      int next,
      List<CommandOption> known,
      Map<String, String> options)
      throws UsageException {
    int equals = argument.indexOf('=');
    String name = name(argument);
    CommandOption option =
        known.stream()
            .filter(o -> o.isNamed(name))
            .findFirst()
            .orElseThrow(() -> unknown(name, known));
    if (!option.takesValue()) {
      if (equals >= 0) {
        throw new UsageException("--" + option.name() + " takes no value");
      }
      options.put(option.name(), "true");
      return 0;
    }
    if (equals >= 0) {
      options.put(option.name(), argument.substring(equals + 1));
      return 0;
    }
    if (option.isValueOptional()
        && (next >= arguments.size() || arguments.get(next).startsWith("-"))) {
      options.put(option.name(), "");
      return 0;
    }
    if (next >= arguments.size()) {
      throw new UsageException("--" + option.name() + " needs a value: " + option.value());
    }
    options.put(option.name(), arguments.get(next));
    return 1;
  }

  private static UsageException unknown(String name, List<CommandOption> known) {
    List<String> names = known.stream().map(o -> "--" + o.name()).toList();
    String near = NearestWord.hint(name, names);
    String words =
        near.isEmpty() ? "; put -- before words that begin with - and are not options" : near;
    return new UsageException("unknown option " + name + words);
  }

  /// The command.
  public String command() {
    return command;
  }

  /// The value of an option, if it was given.
  public Optional<String> value(String name) {
    return Optional.ofNullable(options.get(name));
  }

  /// Whether a flag was given.
  public boolean has(String name) {
    return options.containsKey(name);
  }

  /// The same command line with an option.
  public ParsedArguments with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(options);
    more.put(name, value);
    return new ParsedArguments(command, more, operands);
  }

  /// The same command line without some options.
  public ParsedArguments without(String... names) {
    Map<String, String> fewer = new LinkedHashMap<>(options);
    fewer.keySet().removeAll(List.of(names));
    return new ParsedArguments(command, fewer, operands);
  }

  /// The same command line with other operands.
  public ParsedArguments operands(List<String> others) {
    return new ParsedArguments(command, options, List.copyOf(others));
  }

  /// The names of the options that were given.
  public Set<String> given() {
    return options.keySet();
  }

  /// Words that are neither a command nor an option.
  public List<String> operands() {
    return operands;
  }
}
