// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerCommandTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/status",
        "/permissions",
        "/approvals",
        "/policies",
        "/usage",
        "/models",
        "/connect",
        "/compress",
        "/new",
        "/reset",
        "/hotkeys",
        "/keybindings",
        "/shortcuts",
        "/themes",
        "/branch",
        "/tokens",
        "/checkpoint",
        "/restore",
        "/timeline",
        "/tree",
        "/tasks",
        "/todos",
        "/trust"
      })
  void aCommandOfAnotherAgentLeadsToOneThatExists(String command) {
    List<String> known = new ArrayList<>(List.of("/keys", "/theme"));
    SlashCommand.all().forEach(one -> known.add(one.name().replaceFirst(" .*", "")));
    assertThat(known).doesNotContain(command);
    assertThat(PeerCommand.hint(command)).startsWith("; here it is /");
    assertThat(known).contains(PeerCommand.hint(command).substring("; here it is ".length()));
  }

  @Test
  void otherWordsLeadNowhere() {
    assertThat(PeerCommand.hint("/foo")).isEmpty();
    assertThat(PeerCommand.hint("/review")).as("there is no writ review yet").isEmpty();
    assertThat(PeerCommand.hint("/login")).isEqualTo("; here it is writ auth");
  }
}
