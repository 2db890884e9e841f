// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.terminal.dialog.ListedChoice;
import dev.writ.engine.model.ModelId;
import dev.writ.kernel.approval.Approver;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ModelPickerTest {
  private static final String NOWHERE = "http://127.0.0.1:1";

  private final TemporaryWorkspace workspace = TemporaryWorkspace.empty();
  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private final List<String> questions = new ArrayList<>();
  private final List<List<String>> asked = new ArrayList<>();

  @AfterEach
  void close() {
    workspace.close();
    home.close();
  }

  /// What a command becomes where the person chooses the place that holds a text.
  private Optional<String> complete(String line, String provider, String endpoint, String wanted)
      throws Exception {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    ProcessContext context =
        new ProcessContext(
            Map.of("PATH", "/bin", "WRIT_PROVIDER", provider, "WRIT_ENDPOINT", endpoint),
            home.root(),
            workspace.root(),
            new ByteArrayInputStream(new byte[0]),
            nowhere,
            nowhere);
    ParsedArguments arguments =
        ParsedArguments.parse(
            List.of("chat"),
            Map.of("chat", new ChatCommand((_, _, _) -> ExitCode.DONE).card().options()),
            "chat");
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.CHAT, Approver.nobody())) {
      ModelPicker picker =
          new ModelPicker((question, choices) -> choose(question, choices, wanted), host.choice());
      return picker.complete(line, new ModelId(provider, "now"));
    }
  }

  private OptionalInt choose(String question, List<ListedChoice> choices, String wanted) {
    questions.add(question);
    List<String> titles = choices.stream().map(ListedChoice::title).toList();
    asked.add(titles);
    for (int i = 0; i < titles.size() && !wanted.isEmpty(); i++) {
      if (titles.get(i).contains(wanted)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  @Test
  void modelsAreShownWithWindowPriceAndAbilitiesAndThePresentOneFirst() throws Exception {
    home.write(
        ".config/writ/models.json",
        """
        {"models": [
          {"provider": "openai-compatible", "model": "large-one", "window": 200000,
           "max_output": 8192, "abilities": ["tools", "vision"], "source": "x",
           "date": "2026-11-22", "price": {"input": 3.00, "output": 15.00}},
          {"provider": "openai-compatible", "model": "now", "source": "x", "date": "2026-11-22"}]}
        """);
    assertThat(complete("/model", "openai-compatible", NOWHERE, "large"))
        .contains("/model large-one");
    assertThat(questions).containsExactly("Which model of openai-compatible? Now: now");
    assertThat(asked.getFirst())
        .containsExactly(
            "now        price unknown",
            "large-one  200k window · $3.00 in, $15.00 out · tools, vision");
    assertThat(complete("/model", "openai-compatible", NOWHERE, "")).isEmpty();
    assertThat(complete("/model", "openai-compatible", NOWHERE, "now ")).contains("/model");
  }

  @Test
  void aServersOwnListCounts() throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("never"))) {
      assertThat(complete("/model", "ollama", server.url(), "scripted"))
          .contains("/model scripted");
      assertThat(asked.getFirst().getFirst()).isEqualTo("scripted  $0.00 in, $0.00 out");
    }
  }

  @Test
  void providersAreListedWithTheirAddresses() throws Exception {
    assertThat(complete(" /provider", "ollama", NOWHERE, "anthropic"))
        .contains("/provider anthropic");
    assertThat(questions).containsExactly("Which provider? Now: ollama");
    assertThat(asked.getFirst())
        .anyMatch(line -> line.startsWith("anthropic          https://"))
        .anyMatch(line -> line.startsWith("openai-compatible  "))
        .startsWith("ollama             http://localhost:11434, key: not needed")
        .noneMatch(line -> line.startsWith("replay"));
    assertThat(complete("/provider", "ollama", NOWHERE, "")).isEmpty();
    assertThat(complete("/provider", "ollama", NOWHERE, "ollama")).contains("/provider");
  }

  @Test
  void whatHasANameOrNothingToChooseFromIsNotAsked() throws Exception {
    assertThat(complete("/model x", "ollama", NOWHERE, "x")).contains("/model x");
    assertThat(complete("/model", "openai-compatible", NOWHERE, "x")).contains("/model");
    assertThat(asked).isEmpty();
  }
}
