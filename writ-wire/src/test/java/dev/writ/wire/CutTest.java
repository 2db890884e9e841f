// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.Trouble.Kind;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.Call;
import dev.writ.testkit.ScriptTurn.Misbehave;
import dev.writ.testkit.ScriptTurn.Misbehaviour;
import dev.writ.testkit.ScriptTurn.Say;
import dev.writ.testkit.ScriptedModelServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CutTest {
  private static final Say SMALL = new Say("Hi.", new Call("read_file", "{\"path\":\"a\"}"));

  /// Every wire with every way to end, in both framings.
  static Stream<Arguments> cuts() {
    return Spoken.with(Misbehaviour.CUT_FIN, Misbehaviour.CUT_RST)
        .flatMap(
            row ->
                Stream.of(false, true)
                    .map(delimited -> Arguments.of(row.get()[0], row.get()[1], delimited)));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void nothingOfACutAnswerCounts(Spoken spoken, Misbehaviour how, boolean delimited)
      throws InterruptedException {
    int length = lengthOf(spoken);
    List<ScriptTurn> turns = new ArrayList<>();
    for (int after = 0; after <= length; after++) {
      turns.add(new Misbehave(how, after, delimited, SMALL));
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
          case ModelReply.Failed(var trouble) -> {
            boolean nothing = after == 0 && how == Misbehaviour.CUT_FIN && delimited;
            assertThat(trouble.kind())
                .as("after %s bytes: %s", after, trouble)
                .isEqualTo(nothing ? Kind.MALFORMED : Kind.CUT);
            if (how == Misbehaviour.CUT_FIN) {
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
        Spoken.with(Misbehaviour.HALF_CALL)
            .map(row -> Arguments.of(row.get()[0], row.get()[1], true)),
        Spoken.with(Misbehaviour.HALF_CALL, Misbehaviour.CUT_FIN, Misbehaviour.CUT_RST)
            .map(row -> Arguments.of(row.get()[0], row.get()[1], false)));
  }

  @ParameterizedTest
  @MethodSource("headless")
  void alsoBeforeTheHeadAndInPerfectFraming(Spoken spoken, Misbehaviour how, boolean delimited)
      throws InterruptedException {
    try (ScriptedModelServer server =
        ScriptedModelServer.start(
            new Misbehave(how, how == Misbehaviour.HALF_CALL ? 0 : -1, delimited, Spoken.WORK))) {
      Model model = spoken.open(server);
      assertThat(Spoken.ask(model))
          .isInstanceOfSatisfying(
              ModelReply.Failed.class,
              failed -> assertThat(failed.trouble().kind()).isEqualTo(Kind.CUT));
      model.close();
    }
  }
}
