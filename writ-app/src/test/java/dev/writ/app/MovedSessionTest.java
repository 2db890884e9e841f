// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.command.session.SessionChoice;
import dev.writ.app.process.EffectiveConfiguration;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.session.ElsewhereException;
import dev.writ.app.session.SessionOpening;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A chat is to go on with a session whose directory has moved or vanished: the person chooses.
class MovedSessionTest {
  private final Desk desk = new Desk();
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
  private Path was = Path.of("");
  private Path now = Path.of("");

  @BeforeEach
  void begin() throws Exception {
    was = Files.createDirectory(desk.workspace.path("was"));
    desk.home.write("script.json", "{\"turns\":[{\"text\":\"Yes.\"}]}");
    Desk.Ran ran = desk.writIn(was, "run", "--script", "" + desk.home.path("script.json"), "first");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    now = desk.workspace.path("elsewhere/was");
    Files.createDirectory(now.resolveSibling(""));
    Files.move(was, now);
  }

  @AfterEach
  void end() {
    desk.close();
  }

  private ProcessContext context(String typed) {
    PrintStream out = new PrintStream(screen, true, StandardCharsets.UTF_8);
    InputStream in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    return new ProcessContext(Map.of(), desk.home.root(), now, in, out, out);
  }

  private static ParsedArguments arguments(String... line) throws Exception {
    return ParsedArguments.parse(List.of(line), Map.of("chat", SessionChoice.OPTIONS), "chat");
  }

  private static SessionOpening opening(ParsedArguments arguments, ProcessContext context)
      throws Exception {
    return new SessionOpening(arguments, context, EffectiveConfiguration.of(arguments, context));
  }

  /// What becomes of it where that is typed: the name of the file that goes on; empty where none.
  private Optional<Path> chosen(ParsedArguments arguments, String typed) throws Exception {
    ProcessContext context = context(typed);
    SessionChoice choice =
        new SessionChoice(context, prompt -> SessionChoice.line(prompt, context.in()));
    try {
      opening(arguments, context).open(Instant.now(), new Random(1));
      throw new AssertionError("a session of another directory was opened without a word");
    } catch (ElsewhereException e) {
      Optional<ParsedArguments> next = choice.moved(arguments, e);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      SessionOpening.Opened opened =
          opening(next.get(), context).open(Instant.now(), new Random(1));
      try (var file = opened.file()) {
        assertThat(opened.recorded()).isPresent();
        return Optional.of(file.file());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"--continue, 1", "--continue, continue", "--resume=1, 1"})
  void itGoesOnHereInItsFile(String option, String typed) throws Exception {
    Path file = desk.sessions().getFirst();

    assertThat(chosen(arguments("chat", option), typed + "\n")).contains(file);

    assertThat(screen.toString(StandardCharsets.UTF_8))
        .contains(
            was + ", which no longer exists", "1  continue", "2  continue a copy", "3  cancel");
  }

  @ParameterizedTest
  @CsvSource({"2", "fork"})
  void aCopyGoesOnHere(String typed) throws Exception {
    Path file = desk.sessions().getFirst();
    String before = Desk.read(file);

    Optional<Path> copy = chosen(arguments("chat", "--continue"), typed + "\n");

    assertThat(copy).isPresent().get().isNotEqualTo(file);
    assertThat(Desk.read(file)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"3", "nonsense", "''"})
  void nothingGoesOn(String typed) throws Exception {
    String before = Desk.read(desk.sessions().getFirst());

    assertThat(chosen(arguments("chat", "--resume", "1"), typed)).isEmpty();

    assertThat(desk.sessions()).hasSize(1);
    assertThat(Desk.read(desk.sessions().getFirst())).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "'', ''"})
  void aSessionIsChosenFromTheList(String typed, String name) throws Exception {
    ProcessContext context = context(typed + "\n");
    SessionChoice choice =
        new SessionChoice(context, prompt -> SessionChoice.line(prompt, context.in()));

    Optional<ParsedArguments> next = choice.named(arguments("chat", "--resume"));

    assertThat(next.flatMap(line -> line.value(SessionOpening.RESUME)).orElse("")).isEqualTo(name);
    assertThat(screen.toString(StandardCharsets.UTF_8)).contains("first", "Resume which");
  }
}
