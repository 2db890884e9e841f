// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.Pipeline;
import dev.writ.command.lexer.LineVariables;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Commands whose output follows from their words: their value can replace them without a run.
final class PureCommand {
  private static final int MOST_NUMBERS = 1_000;

  private PureCommand() {}

  /// The value of a substitution of that line, null if only a run can determine it.
  static @Nullable String output(CommandLine line, LineVariables variables) {
    if (line.steps().size() != 1
        || !(line.steps().getFirst().clause() instanceof Pipeline pipeline)
        || pipeline.negated()
        || pipeline.commands().size() != 1) {
      return null;
    }
    Command command = pipeline.commands().getFirst();
    List<String> arguments = command.argv().subList(1, command.argv().size());
    boolean bare = command.redirections().isEmpty();
    if (!command.words().stream().allMatch(CommandWord.Literal.class::isInstance)
        || !command.directory().equals(Command.HERE)) {
      return null;
    }
    return switch (command.program()) {
      case "cat" ->
          arguments.isEmpty() && command.redirections().size() == 1 && command.input().isPresent()
              ? command.input().get().replaceAll("\\n+\\z", "")
              : null;
      case "pwd" -> bare && arguments.isEmpty() ? variables.place() : null;
      case "echo" ->
          bare && arguments.stream().noneMatch(word -> word.startsWith("-") || word.contains("\\"))
              ? String.join(" ", arguments)
              : null;
      case "basename" -> bare ? basename(arguments) : null;
      case "dirname" -> bare ? dirname(arguments) : null;
      case "seq" -> bare ? sequence(arguments) : null;
      default -> null;
    };
  }

  /// Of a path that names something.
  private static @Nullable String basename(List<String> arguments) {
    if (arguments.isEmpty() || arguments.size() > 2 || !isPlain(arguments.getFirst())) {
      return null;
    }
    String path = arguments.getFirst();
    String name = path.substring(path.lastIndexOf('/') + 1);
    String end = arguments.size() == 2 ? arguments.get(1) : "";
    return name.endsWith(end) && !name.equals(end)
        ? name.substring(0, name.length() - end.length())
        : name;
  }

  private static @Nullable String dirname(List<String> arguments) {
    if (arguments.size() != 1 || !isPlain(arguments.getFirst())) {
      return null;
    }
    String path = arguments.getFirst();
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
  }

  private static boolean isPlain(String path) {
    return !path.isEmpty() && !path.startsWith("-") && !path.endsWith("/") && !path.contains("//");
  }

  private static @Nullable String sequence(List<String> arguments) {
    if (arguments.isEmpty()
        || arguments.size() > 2
        || !arguments.stream().allMatch(word -> word.matches("0|[1-9]\\d{0,5}"))) {
      return null;
    }
    int from = arguments.size() == 2 ? Integer.parseInt(arguments.getFirst()) : 1;
    int to = Integer.parseInt(arguments.getLast());
    return to - from >= MOST_NUMBERS
        ? null
        : IntStream.rangeClosed(from, to)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining("\n"));
  }
}
