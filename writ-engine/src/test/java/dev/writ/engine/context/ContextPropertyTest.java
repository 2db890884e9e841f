// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.TokenCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random conversations, 10,000 with `-Dlong=true`: no view is over its budget, splits a pair or
/// loses what is pinned, and the same events give the same view.
class ContextPropertyTest {
  private static final int CONVERSATIONS = Boolean.getBoolean("long") ? 10_000 : 1_000;
  private static final int FEW = 500;

  private int condensed;
  private int refused;

  @Test
  @Tag("slow")
  void everyViewKeepsItsBudgetItsPairsAndWhatIsPinned() {
    playAll(FEW, CONVERSATIONS);
  }

  @Test
  void theFirstViewsKeepThemToo() {
    playAll(0, FEW);
  }

  private void playAll(int from, int to) {
    for (int seed = from; seed < to; seed++) {
      play(seed);
    }
    assertThat(condensed).isGreaterThan((to - from) / 2);
    assertThat(refused).isLessThan((to - from) / 10);
  }

  @Test
  void theSameConversationGivesTheSameEvents() {
    for (int seed = 0; seed < 100; seed++) {
      assertThat(play(seed).lines).isEqualTo(play(seed).lines);
    }
  }

  private RandomConversation play(int seed) {
    RandomConversation conversation = new RandomConversation(seed);
    Random length = new Random(seed + 1L);
    for (int turn = 1 + length.nextInt(4); turn > 0; turn--) {
      conversation.ask();
      for (int rounds = length.nextInt(12); rounds >= 0; rounds--) {
        Optional<ToolError> error = conversation.prepare();
        if (error.isPresent()) {
          assertThat(error.get().code()).isEqualTo(ErrorCode.CONTEXT_TOO_SMALL);
          assertThat(unavoidable(conversation))
              .as("seed %s: %s", seed, error.get().message())
              .isGreaterThan(conversation.settings.maxTokens().getAsLong() - 200);
          refused++;
          return conversation;
        }
        holds(conversation, seed);
        conversation.round();
      }
    }
    assertThat(conversation.view()).as("seed %s", seed).isEqualTo(conversation.folded());
    condensed +=
        conversation.lines.stream().anyMatch(line -> line.contains("\"replaced\"")) ? 1 : 0;
    return conversation;
  }

  private static long tokens(List<Message> view) {
    return TokenCount.estimate(new Prompt(RandomConversation.SYSTEM, List.of(), view)).tokens();
  }

  /// The required parts of every view.
  private static long unavoidable(RandomConversation conversation) {
    List<Message> least = new ArrayList<>();
    least.add(new Message.User(conversation.first));
    least.add(new Message.User(conversation.current));
    least.add(new Message.User(conversation.plan));
    conversation.rules.forEach(
        rule -> least.add(new Message.User("<rules file=\"d0/AGENTS.md\">" + rule + "</rules>")));
    conversation.view().stream()
        .filter(m -> m instanceof Message.User user && user.text().startsWith("steer"))
        .forEach(m -> least.add(new Message.User("x".repeat(300))));
    return tokens(least);
  }

  private static void holds(RandomConversation conversation, int seed) {
    List<Message> view = conversation.view();
    long budget = conversation.settings.maxTokens().getAsLong();
    assertThat(conversation.sent() <= budget).as("seed %s", seed).isTrue();
    assertThat(view.getFirst()).isInstanceOf(Message.User.class);
    pairs(view, seed);
    String all = text(view);
    assertThat(all).as("seed %s", seed).contains(conversation.first, conversation.current);
    assertThat(all).as("seed %s", seed).contains(conversation.plan);
    assertThat(conversation.rules).as("seed %s", seed).allMatch(all::contains);
  }

  private static void pairs(List<Message> view, int seed) {
    List<String> open = new ArrayList<>();
    for (Message message : view) {
      if (message instanceof Message.CallResult answer) {
        assertThat(open.remove(answer.callId())).as("seed %s", seed).isTrue();
      } else {
        assertThat(open).as("seed %s", seed).isEmpty();
        if (message instanceof Message.Assistant said) {
          said.calls().forEach(call -> open.add(call.id()));
        }
      }
    }
    assertThat(open).isEmpty();
  }

  private static String text(List<Message> view) {
    StringBuilder text = new StringBuilder();
    for (Message message : view) {
      if (message instanceof Message.User user) {
        text.append(user.text()).append('\n');
      } else if (message instanceof Message.Assistant said) {
        said.calls().forEach(call -> text.append(call.arguments()).append('\n'));
      }
    }
    return text.toString();
  }
}
