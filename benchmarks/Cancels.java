// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.Prompt;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.ProviderFactory;
import dev.writ.wire.ProviderSettings;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Cancels requests in the middle of their answers and prints, for each wire, how many nanoseconds
/// later the server saw its connection closed. The answer is at rest, at another place each time.
public final class Cancels {
  private static final String[][] WIRES = {
    {"openai-compatible", "/v1"},
    {"openai-responses", "/v1"},
    {"anthropic", ""},
    {"gemini", "/v1beta"},
    {"ollama", ""}
  };
  private static final int WARM_UPS = 10;
  private static final int SEED = 17;

  private Cancels() {}

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[0]);
    StringBuilder json = new StringBuilder();
    for (String[] wire : WIRES) {
      json.append(json.isEmpty() ? "{" : ",").append('"').append(wire[0]).append("\":");
      json.append(measure(wire[0], wire[1], count));
    }
    System.out.println(json.append('}'));
  }

  private static List<Long> measure(String provider, String path, int count) throws Exception {
    PlainAnswer say = new PlainAnswer("An answer that is cut off somewhere. ".repeat(20));
    Random places = new Random(SEED);
    List<ScriptTurn> turns = new ArrayList<>();
    for (int i = 0; i < WARM_UPS + count; i++) {
      turns.add(new FaultyAnswer(AnswerFault.STALL, places.nextInt(700) - 1, say));
    }
    Prompt prompt = new Prompt("", List.of(), List.of(new Message.User("Hi")));
    List<Long> found = new ArrayList<>();
    try (ScriptedModelServer server =
        ScriptedModelServer.start(new Script(turns), false, _ -> {})) {
      Model model =
          ProviderFactory.open(
              new ProviderSettings(
                  provider,
                  "scripted",
                  server.url() + path,
                  null,
                  RequestTuning.NONE,
                  NetworkSettings.plain(InstantSource.system())));
      for (int i = 0; i < turns.size(); i++) {
        Thread asking =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        model.reply(prompt, _ -> {});
                      } catch (InterruptedException _) {
                        // as it should be
                      }
                    });
        server.awaitStalled(i + 1);
        long begun = System.nanoTime();
        asking.interrupt();
        server.awaitGone(i + 1);
        long took = System.nanoTime() - begun;
        asking.join();
        if (i >= WARM_UPS) {
          found.add(took);
        }
      }
      model.close();
    }
    return found;
  }
}
