// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Package managers that start programs of a project's environment: what they start is judged as
/// if it stood alone, and they themselves are, too.
final class ToolRunners {
  /// @param words what stands before the command; empty if nothing does
  /// @param operands how many arguments of its own stand between them
  private record Shape(List<String> words, int operands, Set<String> flags, Set<String> valued) {}

  private static final String NPM_FLAGS = "-y --yes --no --no-install -q --quiet -s --silent";
  private static final String UV_FLAGS =
      "-q -v -n --quiet --verbose --frozen --locked --no-sync --all-extras --all-groups --dev"
          + " --no-dev --isolated --active --exact --no-project --offline --no-cache --refresh";
  private static final String UV_VALUES =
      "--extra --group --package --with --from -p --python --env-file --index-url --with-editable"
          + " --with-requirements --only-group --no-group --directory --project -w";

  /// Programs: words before the command, how many operands, flags : options with a value.
  private static final Map<String, List<Shape>> SHAPES =
      table(
          """
          uv|run|0|UV : UVV
          uv|tool run|0|UV : UVV
          uvx||0|UV : UVV
          npx pnpx bunx||0|NPM : -p --package
          npm|exec|0|NPM : -p --package -w --workspace
          npm|x|0|NPM : -p --package -w --workspace
          pnpm|exec|0|-r --recursive --parallel : --filter
          pnpm yarn|dlx|0|NPM : -p --package
          yarn|exec|0|:
          bun|x|0|:
          poetry pipenv rye volta nvm|run|0|-q --quiet :
          pdm|run|0|-s --site-packages : -p --project
          hatch|run|0|:
          bundle asdf nvm|exec|0|:
          mise rtx|exec|0|:
          mise rtx|x|0|:
          direnv|exec|1|:
          conda mamba micromamba|run|0|-v --live-stream --no-capture-output : -n -p --name --prefix --cwd
          """
              .replace("UVV", UV_VALUES)
              .replace("UV :", UV_FLAGS + " :")
              .replace("NPM", NPM_FLAGS));

  private ToolRunners() {}

  private static Map<String, List<Shape>> table(String rows) {
    Map<String, List<Shape>> table = new HashMap<>();
    for (String row : rows.lines().toList()) {
      String[] columns = row.split("\\|", 4);
      String[] options = columns[3].split(":", 2);
      Shape shape =
          new Shape(
              columns[1].isEmpty() ? List.of() : List.of(columns[1].split(" ", -1)),
              Integer.parseInt(columns[2]),
              Set.of(options[0].strip().split(" ", -1)),
              Set.of(options[1].strip().split(" ", -1)));
      for (String name : columns[0].split(" ", -1)) {
        table.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(shape);
      }
    }
    return table;
  }

  /// The program that the command runs, if it is one of these.
  static Optional<CommandLayer> layer(Command command) {
    List<Shape> shapes = SHAPES.get(command.programName());
    if (shapes == null) {
      return Optional.empty();
    }
    List<String> argv = command.argv();
    for (Shape shape : shapes) {
      int behind = 1 + shape.words().size();
      if (argv.size() > behind && argv.subList(1, behind).equals(shape.words())) {
        return Optional.of(behind(command, shape, behind));
      }
    }
    // Its own options come before the words: its pack describes them, if there is one.
    for (Shape shape : shapes) {
      int at = shape.words().isEmpty() ? -1 : argv.indexOf(shape.words().getLast());
      if (at > 1 && argv.get(1).startsWith("-")) {
        return Optional.of(guessed(command, at + 1));
      }
    }
    return Optional.empty();
  }

  private static CommandLayer behind(Command command, Shape shape, int from) {
    List<CommandWord> words = command.words();
    int start = WrapperPrograms.skipOptions(words, from, shape.flags(), shape.valued());
    if (start < 0) {
      return guessed(command, from);
    }
    List<CommandWord> inner =
        words.subList(Math.min(start + shape.operands(), words.size()), words.size());
    if (!inner.isEmpty() && inner.getFirst().plain().equals("--")) {
      inner = inner.subList(1, inner.size());
    }
    if (inner.isEmpty()) {
      return CommandLayer.plain(command);
    }
    if (inner.getFirst().plain().endsWith(".py")) {
      List<CommandWord> script = new ArrayList<>(List.of(new CommandWord.Literal("python3")));
      script.addAll(inner);
      inner = script;
    }
    return CommandLayer.kept(command, new InnerCommand.ExactCommand(command.with(inner)));
  }

  /// It runs one of the ends of these words.
  private static CommandLayer guessed(Command command, int from) {
    return new CommandLayer(
        List.of(new InnerCommand.ExactCommand(command)),
        List.of(),
        List.of(),
        CommandLayer.suspects(command.words().subList(from, command.words().size())));
  }
}
