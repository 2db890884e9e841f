// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
package dev.writ.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.session.PlayedModel.Step;
import dev.writ.kernel.call.ToolCall;
import dev.writ.testkit.Gen;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The conversation is a fold over the session's lines, whatever the model does.
class FoldTest {
  private static final int RUNS = Boolean.getBoolean("long") ? 3000 : 60;

  /// A model's turns, and what the person says for each.
  record Play(List<String> requests, List<Step> steps) {}

  private static final Gen<String> TEXT = Gen.strings(12);

  private static final Gen<String> PATH = Gen.oneOf("a.txt", "b.txt", "d/c.txt", "../x", "");

  private static String object(String... pairs) {
    Json.Builder object = Json.object();
    for (int i = 0; i < pairs.length; i += 2) {
      object.put(pairs[i], pairs[i + 1]);
    }
    return object.build().write();
  }

  private static final Gen<String> ARGUMENTS =
      Gen.anyOf(
          PATH.map(path -> object("path", path)),
          random -> object("path", PATH.next(random), "content", TEXT.next(random)),
          random ->
              object("path", PATH.next(random), "old_text", "a", "new_text", TEXT.next(random)),
          random -> object("intent", "CODE", "justification", TEXT.next(random)),
          random -> "{'path': '" + PATH.next(random) + "',",
          TEXT);

  private static final Gen<ToolCall> CALL =
      random ->
          new ToolCall(
              Gen.oneOf("", "c", "c_2", "d").next(random),
              Gen.oneOf(
                      "read_file",
                      "write_file",
                      "edit_file",
                      "list_files",
                      "select_active_intent",
                      "update_plan",
                      "nonsense")
                  .next(random),
              ARGUMENTS.next(random));

  private static final Gen<Step> STEP =
      Gen.anyOf(
          TEXT.map(PlayedModel::say),
          Gen.oneOf(ProviderError.ProviderErrorKind.values()).map(PlayedModel::fail),
          random -> calls(random, ModelReply.FinishReason.CALLS),
          random -> calls(random, ModelReply.FinishReason.CALLS),
          random -> calls(random, ModelReply.FinishReason.CALLS),
          random -> calls(random, Gen.oneOf(ModelReply.FinishReason.values()).next(random)));

  private static final Gen<ReasoningBlock> BLOCK =
      random ->
          new ReasoningBlock(
              "played",
              Gen.oneOf("", "thinking").next(random),
              TEXT.next(random),
              Gen.oneOf("", "c2lnbmVk").next(random),
              random.nextInt(9),
              random.nextInt(3));

  private static Step calls(
      java.util.random.RandomGenerator random, ModelReply.FinishReason finish) {
    String text = TEXT.next(random);
    List<ReasoningBlock> reasoning = BLOCK.list(3).next(random);
    List<ToolCall> calls = CALL.list(5).next(random);
    return (_, _) ->
        new ModelReply.Complete(
            new Message.Assistant(text, reasoning, calls), PlayedModel.COST, finish);
  }

  static final Gen<Play> PLAY =
      random -> new Play(TEXT.list(4).next(random), STEP.list(14).next(random));

  @Test
  void replayingTheLinesGivesTheSameWellFormedView() {
    Gen.check(RUNS, PLAY, FoldTest::holds);
  }

  private static boolean holds(Play play) {
    try (Stage stage = Stage.with().iterations(6).open()) {
      stage.workspace.write("a.txt", "a\n");
      stage.model.play(play.steps().toArray(Step[]::new));
      for (String request : play.requests()) {
        stage.ask(request);
        wellFormed(stage.journal.conversation().view());
        stage.model.prompts().forEach(prompt -> wellFormed(prompt.messages()));
      }
      assertThat(folded(stage.log.lines()).view()).isEqualTo(stage.journal.conversation().view());
      return true;
    }
  }

  /// As it is read back from a file.
  private static Conversation folded(List<String> lines) {
    Conversation conversation = new Conversation();
    for (String line : lines) {
      byte[] stored = line.getBytes(StandardCharsets.UTF_8);
      conversation.apply(MemoryLog.parsed(new String(stored, StandardCharsets.UTF_8)));
    }
    return conversation;
  }

  static void wellFormed(List<Message> view) {
    List<String> open = new ArrayList<>();
    for (Message message : view) {
      switch (message) {
        case Message.User user -> {
          assertThat(open).isEmpty();
          assertThat(user.text()).isNotBlank();
        }
        case Message.Assistant assistant -> {
          assertThat(open).isEmpty();
          Set<String> ids = new HashSet<>();
          assistant.calls().forEach(call -> assertThat(ids.add(call.id())).isTrue());
          open.addAll(ids);
        }
        case Message.CallResult answer -> assertThat(open.remove(answer.callId())).isTrue();
      }
    }
    assertThat(open).isEmpty();
  }
}
