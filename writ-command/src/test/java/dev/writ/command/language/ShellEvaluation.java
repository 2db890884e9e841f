// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.command.language;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Evaluates a tree by the rules of POSIX, with the programs of [RealShellTest], for real files.
final class ShellEvaluation implements WordExpansion {
  private final Path place;
  private final Path home;
  private final List<String> calls = new ArrayList<>();
  private final Sink out = new Sink(null);
  private boolean succeeded = true;

  ShellEvaluation(Path place, Path home) {
    this.place = place;
    this.home = home;
  }

  /// An open file with its opener's position, or a pipe.
  private static final class Sink {
    private final @Nullable Path file;
    private final boolean append;
    private final StringBuilder text = new StringBuilder();
    private int position;

    Sink(@Nullable Path file) {
      this(file, false);
    }

    Sink(@Nullable Path file, boolean append) {
      this.file = file;
      this.append = append;
    }

    void write(String what) throws IOException {
      if (file == null) {
        text.append(what);
        return;
      }
      byte[] old = Files.readAllBytes(file);
      byte[] fresh = what.getBytes(StandardCharsets.UTF_8);
      int at = append ? old.length : position;
      byte[] all = Arrays.copyOf(old, Math.max(old.length, at + fresh.length));
      System.arraycopy(fresh, 0, all, at, fresh.length);
      Files.write(file, all);
      position = at + fresh.length;
    }
  }

  /// Runs what comes before the rest of a line.
  PartResult run(ParsedCommand.ParsedPart part) {
    int before = out.text.length();
    run(part.line());
    String printed = part.isSubstitution() ? out.text.substring(before) : "";
    out.text.setLength(part.isSubstitution() ? before : out.text.length());
    return new PartResult(succeeded ? 0 : 1, printed);
  }

  void run(CommandLine line) {
    for (CommandLine.LineStep step : line.steps()) {
      boolean runs =
          switch (step.join()) {
            case FIRST, THEN -> true;
            case AND -> succeeded;
            case OR -> !succeeded;
          };
      if (runs) {
        run(step.clause());
      }
    }
  }

  private void run(CommandClause clause) {
    switch (clause) {
      case Pipeline pipeline -> succeeded = run(pipeline) != pipeline.negated();
      case CommandClause.ClauseGroup(CommandLine line) -> run(line);
      case CommandClause.ClauseChoice(
              List<CommandClause.Branch> branches,
              Optional<CommandLine> otherwise) -> {
        for (CommandClause.Branch branch : branches) {
          run(branch.condition());
          if (succeeded) {
            run(branch.line());
            return;
          }
        }
        if (otherwise.isPresent()) {
          run(otherwise.get()); // where $? is still the condition's
        } else {
          succeeded = true;
        }
      }
    }
  }

  /// Files and calls, as the test sees them behind a real shell.
  Map<String, String> world() {
    try {
      Map<String, String> world = RealShellTest.files(place);
      calls.sort(Comparator.naturalOrder());
      world.put("calls", String.join("", calls));
      world.put("out", out.text.toString());
      return world;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean run(Pipeline pipeline) {
    boolean last = false;
    String input = "";
    for (int i = 0; i < pipeline.commands().size(); i++) {
      Sink end = i + 1 == pipeline.commands().size() ? out : new Sink(null);
      last = run(pipeline.commands().get(i), input, end);
      input = end.text.toString();
    }
    return last;
  }

  private boolean run(Command unexpanded, String piped, Sink end) {
    try {
      Path here = place.resolve(expandedDirectory(unexpanded)).normalize();
      Command command =
          new CommandLine(
                  List.of(
                      new CommandLine.LineStep(
                          CommandLine.StepJoin.FIRST, new Pipeline(List.of(unexpanded)))))
              .expanded(this)
              .commands()
              .getFirst()
              .after(succeeded ? 0 : 1);
      if (!Files.isDirectory(here)) {
        return false;
      }
      String input = piped;
      Sink output = end;
      Sink error = new Sink(null);
      for (Redirection redirection : command.redirections()) {
        switch (redirection) {
          case Redirection.InputRedirection(CommandWord source) -> {
            Path file = here.resolve(source.plain());
            if (!Files.isReadable(file)) {
              return false;
            }
            input = Files.isDirectory(file) ? "" : Files.readString(file);
          }
          case Redirection.TextRedirection text -> input = text.content();
          case Redirection.OutputRedirection(var channel, CommandWord target, boolean append) -> {
            Path file = here.resolve(target.plain());
            if (Files.isDirectory(file)
                || target.plain().endsWith("/")
                || !Files.isDirectory(Objects.requireNonNull(file.getParent()))) {
              return false;
            }
            if (!append || !Files.exists(file)) {
              Files.writeString(file, "");
            }
            Sink sink = new Sink(file, append);
            output = channel == Redirection.Channel.ERROR ? output : sink;
            error = channel == Redirection.Channel.OUTPUT ? error : sink;
          }
          case Redirection.ErrorToOutput() -> error = output;
          case Redirection.OutputToError() -> output = error;
        }
      }
      return call(command, here, input, output, error);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean call(Command command, Path here, String input, Sink output, Sink error)
      throws IOException {
    String name = command.program();
    if (name.equals("true") || name.equals("false")) {
      return name.equals("true");
    }
    if (name.equals("echo")) {
      output.write(String.join(" ", command.argv().subList(1, command.argv().size())) + "\n");
      return true;
    }
    if (name.equals("exit")) {
      return command.argv().getLast().equals("0");
    }
    if (name.equals("test")) {
      return holds(command.argv(), here);
    }
    if (name.equals("cd")) {
      return Files.isDirectory(here.resolve(command.argv().get(1)));
    }
    StringBuilder call = new StringBuilder(name + "\001" + here + "\n");
    call.append(command.environment().getOrDefault("A", "")).append('\001');
    command.argv().stream().skip(1).forEach(word -> call.append(word).append('\001'));
    calls.add(call.append('\002').toString());
    output.write("out of " + name + "\n");
    error.write("err of " + name + "\n");
    output.write(
        input
            .lines()
            .map(line -> "read " + line + "\n")
            .collect(java.util.stream.Collectors.joining()));
    return name.equals("ok");
  }

  private static boolean holds(List<String> words, Path here) {
    if (words.size() == 4) {
      return switch (words.get(2)) {
        case "=" -> words.get(1).equals(words.get(3));
        case "!=" -> !words.get(1).equals(words.get(3));
        case "-eq" -> Integer.parseInt(words.get(1)) == Integer.parseInt(words.get(3));
        default -> Integer.parseInt(words.get(1)) < Integer.parseInt(words.get(3));
      };
    }
    return switch (words.get(1)) {
      case "-n" -> !words.get(2).isEmpty();
      case "-z" -> words.get(2).isEmpty();
      case "-f" -> Files.isRegularFile(here.resolve(words.get(2)));
      case "-d" -> Files.isDirectory(here.resolve(words.get(2)));
      default -> Files.exists(here.resolve(words.get(2)));
    };
  }

  private String expandedDirectory(Command command) {
    return command.directory() instanceof CommandWord.Home(CommandWord rest)
        ? home + rest.plain()
        : command.directory().plain();
  }

  @Override
  public String home() {
    return home.toString();
  }

  @Override
  public String place() {
    return place.toString();
  }

  @Override
  public List<String> glob(CommandWord.Pattern pattern, String directory) {
    StringBuilder whole = new StringBuilder();
    for (CommandWord.WordPiece piece : pattern.pieces()) {
      whole.append(piece.quoted() ? piece.text().replaceAll("(?s)[^/]", "\\\\$0") : piece.text());
    }
    List<String> names = List.of(whole.toString().split("/", -1));
    boolean absolute = names.getFirst().isEmpty();
    List<String> found = new ArrayList<>(List.of(""));
    Path base = absolute ? Path.of("/") : place.resolve(directory);
    for (int i = absolute ? 1 : 0; i < names.size(); i++) {
      String name = names.get(i);
      List<String> next = new ArrayList<>();
      for (String prefix : found) {
        entries(base.resolve(prefix), name)
            .forEach(entry -> next.add(prefix.isEmpty() ? entry : prefix + "/" + entry));
      }
      found = next;
    }
    return found.stream().map(path -> absolute ? "/" + path : path).sorted().toList();
  }

  private static List<String> entries(Path parent, String pattern) {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    Pattern regex = Pattern.compile(regex(pattern), Pattern.DOTALL);
    try (Stream<Path> entries = Files.list(parent)) {
      return entries
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(entry -> regex.matcher(entry).matches())
          .filter(entry -> pattern.startsWith(".") || !entry.startsWith("."))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String regex(String pattern) {
    return Pattern.compile("\\\\(.)|\\[(!?)([a-z-]+)]|(.)", Pattern.DOTALL)
        .matcher(pattern)
        .replaceAll(
            match -> {
              String part = match.group();
              return Matcher.quoteReplacement(
                  match.group(1) != null
                      ? Pattern.quote(match.group(1))
                      : match.group(3) != null
                          ? part.replace("[!", "[^")
                          : part.equals("*") ? ".*" : part.equals("?") ? "." : Pattern.quote(part));
            });
  }
}
