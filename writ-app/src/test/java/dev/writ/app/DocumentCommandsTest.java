// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every command that a document shows is one that Writ takes, and does.
class DocumentCommandsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("writ.root", "..")).toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```\\w*\n(.*?)^ *```");
  private static final Pattern LINE = Pattern.compile("(?m)^ *(?:\\./)?writ (.*)$");
  private static final Pattern INLINE = Pattern.compile("`(?:\\./)?writ ([^`\n]+)`");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  /// What only a person, a commit or another content lacks, not the command.
  private static final Pattern NOT_HERE =
      Pattern.compile(
          "no person can agree|there is no terminal|names another pack|no commit yet|there is no .writ/project|run needs a"
              + " prompt|no session was recorded|there is no session 'NAME'|to confirm in"
              + "|there is no grant 2"
              // a model, a key, a server
              + "|there is no model to use|http://localhost:[0-9]+ cannot be reached|no key of"
              + " anthropic is stored"
              // a version that isn't in force, a commit, a record or change of that name
              + "|DOWNGRADE: git|no commit to anchor|no record RECORD|named 'NAME'");

  /// Without a model it finds something wrong.
  private static final List<String> DOCTOR = List.of("doctor");

  /// `./dev run ARGUMENTS` is `writ ARGUMENTS` of the work tree.
  private static final Pattern DEV_RUN = Pattern.compile("`\\./dev run ([^`\n]+)`");

  private static final Pattern DEV = Pattern.compile("(?m)(?:^ *|`)\\./dev ([a-z]+)");
  private static final Pattern DEV_COMMANDS = Pattern.compile("(?m)^  (.*)\\) \"do_\\$command\"");

  /// Words of what a page has its reader write first.
  private static final Set<String> WRITTEN_FIRST = Set.of("acme", "count_lines", "ARGUMENTS");

  private static final Pattern OTHERS =
      Pattern.compile(
          "(?m)(?:^ *|`)(mvn|git|mkdir|jq|curl|wget|docker|npm|pip|sh|bash|sudo|apt|brew|java)"
              + " [^`\n"
              + "]+");

  /// Programs whose commands are not run here, and why.
  private static final Map<String, String> EXEMPT =
      Map.of(
          "mvn", "builds this project anew; CI runs the same goals",
          "git", "another program's command, which Writ reads or runs",
          "curl", "a line of a session with a server; BackgroundServerTest runs such lines",
          "mkdir", "a shell's line; RealTaskTest plays such scripts in a directory of its own",
          "jq", "a program that may be missing",
          "npm", "needs a registry; what it installs is no part of this project");

  /// What decisions say of commands that are to come stays as it was decided.
  private static List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      List<Path> all =
          new ArrayList<>(
              files
                  .filter(file -> file.toString().endsWith(".md"))
                  .filter(file -> !file.toString().contains("/docs/spec/"))
                  .filter(file -> !file.toString().contains("/docs/decisions/"))
                  .toList());
      Stream.of("README.md", "AGENTS.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
          .map(ROOT::resolve)
          .forEach(all::add);
      return all;
    }
  }

  @Test
  void everyCommandInEveryDocumentIsOne() throws IOException {
    Set<List<String>> commands = new LinkedHashSet<>();
    for (Path document : documents()) {
      String text = Files.readString(document);
      Matcher block = BLOCK.matcher(text);
      while (block.find()) {
        LINE.matcher(block.group(1)).results().forEach(l -> commands.add(words(l.group(1))));
      }
      String prose = block.replaceAll("");
      INLINE.matcher(prose).results().forEach(l -> commands.add(words(l.group(1))));
      DEV_RUN
          .matcher(prose)
          .results()
          .map(l -> words(l.group(1)))
          .filter(words -> words.stream().noneMatch(WRITTEN_FIRST::contains))
          .forEach(commands::add);
    }
    assertThat(commands).hasSizeGreaterThan(40);
    List<String> wrong = new ArrayList<>();
    for (List<String> command : commands) {
      try (Desk desk = desk()) {
        desk.input(command.getFirst().equals("chat") ? "/quit\n" : "");
        Desk.Ran ran = desk.writ(command.toArray(String[]::new));
        boolean mentioned = command.size() <= 2 && ran.err().matches("(?s).*(needs|usage:).*");
        boolean later = NOT_HERE.matcher(ran.err()).find();
        boolean done = ran.exit() == ExitCode.DONE || command.equals(DOCTOR);
        if (!done && !mentioned && !later) {
          wrong.add(command + ": " + ran.err());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyCommandOfDevIsOne() throws IOException {
    Matcher known = DEV_COMMANDS.matcher(Files.readString(ROOT.resolve("dev")));
    assertThat(known.find()).isTrue();
    Set<String> shown = new TreeSet<>();
    for (Path document : documents()) {
      DEV.matcher(Files.readString(document)).results().forEach(l -> shown.add(l.group(1)));
    }
    assertThat(shown).hasSizeGreaterThan(5).isSubsetOf(known.group(1).split(" \\| "));
  }

  @Test
  void whatIsNotRunIsExemptForAReason() throws IOException {
    Set<String> programs = new TreeSet<>();
    for (Path document : documents()) {
      OTHERS.matcher(Files.readString(document)).results().forEach(l -> programs.add(l.group(1)));
    }
    assertThat(programs).isEqualTo(new TreeSet<>(EXEMPT.keySet()));
  }

  @Test
  void findsWhatIsWrong() {
    try (Desk desk = desk()) {
      for (String line : new String[] {"trace verify --nowhere", "pack forget git", "hokus"}) {
        Desk.Ran ran = desk.writ(words(line).toArray(String[]::new));
        assertThat(ran.exit()).as(line).isEqualTo(ExitCode.USAGE);
      }
    }
  }

  /// The words of a line without its explanation, with examples in the place of placeholders.
  private static List<String> words(String line) {
    String command =
        line.replaceFirst("( {2,}| #| > ).*", "")
            .replaceAll("\\[[^\\]]*\\]", "")
            .replace("sha256:…", "sha256:0")
            .replace("…", "x");
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      String text = word.group(1) != null ? word.group(1) : word.group(2);
      words.add(
          switch (text != null ? text : word.group(3)) {
            case "FILE" -> words.contains("--script") ? "read.json" : "src/Sum.java";
            case "FILE:LINE" -> "src/Sum.java:1";
            case "COMMAND" -> "ls";
            case "KEY" -> "llm.model";
            case "VALUE" -> "qwen3";
            case "../read.json" -> "read.json";
            case String other -> other;
          });
    }
    return words;
  }

  private static Desk desk() {
    Desk desk = new Desk();
    desk.set("WRIT_LLM_TIMEOUT_SECONDS", "2");
    desk.workspace.write(
        "read.json",
        "{\"turns\":[{\"text\":\"Done.\"},{\"text\":\"Done.\"},{\"text\":\"Done.\"}]}");
    desk.workspace.write("git.yaml", Desk.read(ROOT.resolve("packs/activated/git.yaml")));
    desk.workspace.write("nproc.yaml", Desk.read(ROOT.resolve("packs/activated/nproc.yaml")));
    desk.workspace.write("pom.xml", "<project/>\n");
    String arguments = "{\"path\":\"src/Sum.java\",\"content\":\"" + "x\\n".repeat(12) + "\"}";
    assertThat(desk.writ("tools", "call", "write_file", "--args", arguments).exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(desk.writ("pack", "candidate", "git.yaml").exit()).isEqualTo(ExitCode.DONE);
    return desk;
  }
}
