// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CutTest {
  private static final PlainAnswer SMALL =
      new PlainAnswer("Hi.", new ScriptedCall("read_file", "{\"path\":\"a\"}"));

  /// Every wire with every way to end, in both framings.
  static Stream<Arguments> cuts() {
    return Spoken.with(AnswerFault.CUT_FIN, AnswerFault.CUT_RST)
        .flatMap(
            row ->
                Stream.of(false, true)
                    .map(delimited -> Arguments.of(row.get()[0], row.get()[1], delimited)));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void nothingOfACutAnswerCounts(Spoken spoken, AnswerFault how, boolean delimited)
      throws InterruptedException {
    int length = lengthOf(spoken);
    List<ScriptTurn> turns = new ArrayList<>();
    for (int after = 0; after <= length; after++) {
      turns.add(new FaultyAnswer(how, after, delimited, SMALL));
    }
    try (ScriptedModelServer server =
        ScriptedModelServer.start(new Script(turns), false, _ -> {})) {
      Model model = spoken.open(server);
      for (int after = 0; after <= length; after++) {
        ModelReply reply = Spoken.ask(model);
        boolean finished = after >= server.finishAt() - 2;
        switch (reply) {
          case ModelReply.Complete(var message, var _, var _) -> {
            assertThat(finished).as("complete after %s bytes", after).isTrue();
            assertThat(message.calls()).hasSize(1);
          }
          case ModelReply.FailedReply(var trouble) -> {
            boolean nothing = after == 0 && how == AnswerFault.CUT_FIN && delimited;
            assertThat(trouble.kind())
                .as("after %s bytes: %s", after, trouble)
                .isEqualTo(nothing ? ProviderErrorKind.MALFORMED : ProviderErrorKind.CUT);
            if (how == AnswerFault.CUT_FIN) {
              assertThat(after).isLessThan(server.finishAt());
            }
          }
        }
      }
      model.close();
      server.assertClean();
    }
  }

  private static int lengthOf(Spoken spoken) throws InterruptedException {
    try (ScriptedModelServer server = ScriptedModelServer.start(SMALL)) {
      Model model = spoken.open(server);
      assertThat(Spoken.ask(model)).isInstanceOf(ModelReply.Complete.class);
      model.close();
      return server.bodyBytes();
    }
  }

  static Stream<Arguments> headless() {
    return Stream.concat(
        Spoken.with(AnswerFault.HALF_CALL)
            .map(row -> Arguments.of(row.get()[0], row.get()[1], true)),
        Spoken.with(AnswerFault.HALF_CALL, AnswerFault.CUT_FIN, AnswerFault.CUT_RST)
            .map(row -> Arguments.of(row.get()[0], row.get()[1], false)));
  }

  @ParameterizedTest
  @MethodSource("headless")
  void alsoBeforeTheHeadAndInPerfectFraming(Spoken spoken, AnswerFault how, boolean delimited)
      throws InterruptedException {
    try (ScriptedModelServer server =
        ScriptedModelServer.start(
            new FaultyAnswer(how, how == AnswerFault.HALF_CALL ? 0 : -1, delimited, Spoken.WORK))) {
      Model model = spoken.open(server);
      assertThat(Spoken.ask(model))
          .isInstanceOfSatisfying(
              ModelReply.FailedReply.class,
              failed -> assertThat(failed.trouble().kind()).isEqualTo(ProviderErrorKind.CUT));
      model.close();
    }
  }
}
