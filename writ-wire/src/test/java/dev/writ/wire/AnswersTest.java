// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class AnswersTest {

  private static ModelReply.Complete complete(ModelReply reply) {
    assertThat(reply).isInstanceOf(ModelReply.Complete.class);
    return (ModelReply.Complete) reply;
  }

  private static ModelReply.Complete ask(Spoken spoken, ScriptTurn turn)
      throws InterruptedException {
    try (ScriptedModelServer server = ScriptedModelServer.start(turn)) {
      Model model = spoken.open(server);
      ModelReply reply = Spoken.ask(model);
      model.close();
      server.assertClean();
      return complete(reply);
    }
  }

  @ParameterizedTest
  @EnumSource
  void textReasoningAndUsage(Spoken spoken) throws InterruptedException {
    PlainAnswer say =
        new PlainAnswer(
            "An answer of more than one piece.",
            "Hm, let me think of it a while.",
            List.of(),
            "",
            new StatedUsage(7, 3));
    ModelReply.Complete reply = ask(spoken, say);
    assertThat(reply.message().text()).isEqualTo(say.text());
    assertThat(reply.message().reasoningText()).isEqualTo(say.reasoning());
    assertThat(reply.message().reasoning())
        .allMatch(block -> block.provider().equals(spoken.provider()));
    assertThat(reply.message().calls()).isEmpty();
    assertThat(reply.usage()).isEqualTo(new TokenUsage(7, 3, 0, 0, 0));
    assertThat(reply.finish()).isEqualTo(FinishReason.STOP);
  }

  @ParameterizedTest
  @EnumSource
  void deltasComeInOrder(Spoken spoken) throws InterruptedException {
    List<AnswerDelta> deltas = new ArrayList<>();
    try (ScriptedModelServer server = ScriptedModelServer.start(Spoken.WORK)) {
      Model model = spoken.open(server);
      Spoken.ask(model, deltas::add);
      model.close();
    }
    StringBuilder text = new StringBuilder();
    deltas.forEach(
        delta -> {
          if (delta instanceof AnswerDelta.TextDelta(String piece)) {
            text.append(piece);
          }
        });
    assertThat(text).hasToString(Spoken.WORK.text());
    assertThat(deltas)
        .endsWith(new AnswerDelta.CallBegun("read_file"), new AnswerDelta.CallBegun("read_file"));
  }

  static Stream<Arguments> oddities() {
    return Spoken.with(
        AnswerFault.CRLF,
        AnswerFault.COMMENTS,
        AnswerFault.GZIP,
        AnswerFault.BYTE_BY_BYTE,
        AnswerFault.NULLS,
        AnswerFault.SAME_IDS,
        AnswerFault.NO_IDS,
        AnswerFault.DUPLICATE_END,
        AnswerFault.CUT_AFTER_FINISH);
  }

  @ParameterizedTest
  @MethodSource("oddities")
  void oddButWhole(Spoken spoken, AnswerFault how) throws InterruptedException {
    ModelReply.Complete reply = ask(spoken, new FaultyAnswer(how, 0, Spoken.WORK));
    assertThat(reply.finish()).isEqualTo(FinishReason.CALLS);
    assertThat(reply.message().text()).isEqualTo(Spoken.WORK.text());
    assertThat(reply.message().calls().stream().map(ToolCall::arguments))
        .isEqualTo(Spoken.WORK.calls().stream().map(ScriptedCall::arguments).toList());
    assertThat(reply.message().calls().stream().map(ToolCall::id)).doesNotHaveDuplicates();
  }

  /// What follows the end of an answer is none of the next one's.
  @ParameterizedTest
  @EnumSource
  void aSecondEndDoesNotReachTheNextAnswer(Spoken spoken) throws InterruptedException {
    try (ScriptedModelServer server =
        ScriptedModelServer.start(
            new FaultyAnswer(AnswerFault.DUPLICATE_END, 0, new PlainAnswer("One.")),
            new PlainAnswer("Two."))) {
      Model model = spoken.open(server);
      assertThat(complete(Spoken.ask(model)).message().text()).isEqualTo("One.");
      assertThat(complete(Spoken.ask(model)).message().text()).isEqualTo("Two.");
      model.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void bytesThatAreNoTextAreReplaced(Spoken spoken) throws InterruptedException {
    ModelReply.Complete reply =
        ask(spoken, new FaultyAnswer(AnswerFault.INVALID_UTF8, 0, new PlainAnswer("A ÿ broken.")));
    assertThat(reply.message().text()).isEqualTo("A \uFFFD( broken.");
  }

  @ParameterizedTest
  @EnumSource
  void oddUsageIsIgnored(Spoken spoken) throws InterruptedException {
    ModelReply.Complete reply =
        ask(spoken, new FaultyAnswer(AnswerFault.ODD_USAGE, 0, new PlainAnswer("Fine.")));
    assertThat(reply.usage()).isEqualTo(TokenUsage.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void theOutputLimitIsTold(Spoken spoken) throws InterruptedException {
    ModelReply.Complete reply =
        ask(
            spoken,
            new PlainAnswer("Cut of", "", Spoken.WORK.calls(), "length", StatedUsage.DEFAULT));
    assertThat(reply.finish()).isEqualTo(FinishReason.LENGTH);
  }

  @ParameterizedTest
  @EnumSource
  void longAnswersArriveWhole(Spoken spoken) throws InterruptedException {
    String text = "fedcba9876543210".repeat(64 * 250);
    assertThat(ask(spoken, new PlainAnswer(text)).message().text()).isEqualTo(text);
  }

  @ParameterizedTest
  @EnumSource
  void idsAreUniqueInASessionOverOneConnection(Spoken spoken) throws InterruptedException {
    FaultyAnswer same = new FaultyAnswer(AnswerFault.SAME_IDS, 0, Spoken.WORK);
    try (ScriptedModelServer server =
        ScriptedModelServer.start(same, same, new PlainAnswer("Done."))) {
      Model model = spoken.open(server);
      Set<String> ids = new HashSet<>();
      ModelReply.Complete first = complete(Spoken.ask(model));
      first.message().calls().forEach(call -> ids.add(call.id()));
      ModelReply.Complete second = complete(model.reply(Spoken.after(first.message()), _ -> {}));
      second.message().calls().forEach(call -> ids.add(call.id()));
      assertThat(ids).hasSize(4);
      complete(model.reply(Spoken.after(second.message()), _ -> {}));
      model.close();
      server.assertClean();
      assertThat(server.connections()).isEqualTo(1 + spoken.questionsBefore());
    }
  }
}
