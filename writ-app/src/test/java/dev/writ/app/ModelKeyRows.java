// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static dev.writ.app.KeyScene.DONE;
import static dev.writ.app.KeyScene.asked;
import static dev.writ.app.KeyScene.chat;
import static dev.writ.app.KeyScene.reads;
import static dev.writ.app.KeyScene.requests;
import static dev.writ.app.KeyScene.text;
import static dev.writ.app.KeyScene.writ;

import dev.writ.app.Desk.Dialect;
import dev.writ.app.EveryKeyEffectTest.Row;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// What keys of models and of the conversation do.
final class ModelKeyRows {
  private static final String FIVE = "one\ntwo\nthree\nfour\nfive\n/quit\n";

  private static final String SUMMARY = "Task: files were read and described in few words.";

  private ModelKeyRows() {}

  static List<Row> rows() {
    return List.of(
        new Row("version", "`2`", "`1.0`", "reads version 1", writ("config", "show")),
        new Row("llm.provider", "`anthropic`", "`gemini`", "/v1/messages", named("")),
        new Row(
            "llm.model", "`one`", "`two`", "`model`:`one`".replace('`', '"'), byConfiguration()),
        new Row("llm.endpoint", "`SERVER`", "`http://127.0.0.1:1/v1`", "POST", endpoint()),
        new Row("llm.api_key", "`sk-one-012345`", "`sk-two-012345`", "sk-one-", keyed()),
        new Row("llm.temperature", "0.25", "", "\"temperature\":0.25", openAi(DONE)),
        new Row("llm.max_tokens", "77", "", "\"max_tokens\":77", openAi(DONE)),
        new Row("llm.keep_alive", "`30m`", "", "\"30m\"", asked(Dialect.OLLAMA, DONE)),
        new Row("llm.timeout_seconds", "1", "2", "for 1 s", once(stall())),
        new Row("llm.max_retry_after_seconds", "0", "60", "exit PROVIDER", limited()),
        new Row("llm.plaintext_hosts", "[]", "[`models.invalid`]", "plaintext_hosts", at("http")),
        new Row("llm.ca_files", "[`/no/ca.pem`]", "[]", "/no/ca.pem", at("https")),
        new Row("llm.fallback", "[`openai-compatible/second`]", "", "\"second\"", failing()),
        new Row("llm.small_model", "`tiny`", "", "\"model\":\"tiny\"", retaining()),
        new Row("credentials.store", "`helper`", "`none`", "Bearer kept", helper(true)),
        new Row("credentials.helper", "`HELPER`", "", "Bearer kept", helper(false)),
        new Row("context.max_tokens", "6000", "90000", "[PRUNED: ", longChat()),
        new Row("context.max_messages", "3", "0", "[PRUNED: ", longChat()),
        new Row("context.compaction_threshold", "0.2", "1", "[PRUNED: ", limitedChat()),
        new Row("agent.conversation.prune_threshold", "0.2", "1", "[PRUNED: ", limitedChat()),
        new Row("agent.conversation.min_retain_turns", "1", "4", "results kept: 1;", retained()),
        new Row("context.condense", "`model`", "`mechanical`", "<transcript>", smallChat()),
        new Row("context.show_stats_on_prune", "true", "false", "Context condensed", longSmall()),
        new Row("context.enable_token_counting", "true", "false", "count_tokens", counting()));
  }

  private static KeyScene openAi(ScriptTurn... turns) {
    return asked(Dialect.OPENAI, turns);
  }

  private static ScriptTurn stall() {
    return new FaultyAnswer(AnswerFault.STALL, 0, DONE);
  }

  /// Nothing is tried again.
  private static KeyScene once(ScriptTurn... turns) {
    return desk -> openAi(turns).play(desk.set("WRIT_AGENT_RETRY_ATTEMPTS", "0"));
  }

  private static KeyScene limited() {
    return openAi(new ErrorStatus(429, "1", "slowly"), DONE);
  }

  private static KeyScene failing() {
    return once(new ErrorStatus(500), DONE);
  }

  /// Provider and model are the configuration's; the server's address is not.
  private static KeyScene named(String path) {
    return desk -> {
      try (ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
        desk.set("WRIT_MODEL", "scripted").set("WRIT_ENDPOINT", server.url() + path);
        return text(desk.writ("run", "Go")) + requests(server);
      }
    };
  }

  private static KeyScene byConfiguration() {
    return desk -> {
      try (ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
        desk.set("WRIT_PROVIDER", "openai").set("WRIT_ENDPOINT", server.url() + "/v1");
        return text(desk.writ("run", "Go")) + requests(server);
      }
    };
  }

  private static KeyScene keyed() {
    return byConfiguration();
  }

  private static KeyScene endpoint() {
    return desk -> {
      try (ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
        String configuration = desk.home.read(".writ.json");
        desk.home.write(".writ.json", configuration.replace("SERVER", server.url() + "/v1"));
        desk.set("WRIT_PROVIDER", "openai-compatible").set("WRIT_MODEL", "scripted");
        Desk.Ran _ = desk.set("WRIT_AGENT_RETRY_ATTEMPTS", "0").writ("run", "Go");
        return requests(server);
      }
    };
  }

  private static KeyScene at(String scheme) {
    return desk ->
        text(
            desk.set("WRIT_PROVIDER", "openai-compatible")
                .set("WRIT_MODEL", "scripted")
                .set("WRIT_AGENT_RETRY_ATTEMPTS", "0")
                .set("WRIT_ENDPOINT", scheme + "://models.invalid/v1")
                .writ("run", "Go"));
  }

  /// A person's program that keeps a key.
  ///
  /// @param named whether the environment names it, and the key under test decides about its use
  private static KeyScene helper(boolean named) {
    return desk -> {
      desk.home.write("helper", "#!/bin/sh\n[ \"$1\" = get ] && echo kept-0123456789\n");
      try {
        Files.setPosixFilePermissions(
            desk.home.path("helper"), PosixFilePermissions.fromString("rwx------"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      String program = desk.home.path("helper").toString();
      if (named) {
        desk.set("WRIT_CREDENTIALS_HELPER", program);
      } else if (Files.exists(desk.home.path(".writ.json"))) {
        String configuration = desk.home.read(".writ.json");
        desk.home.write(".writ.json", configuration.replace("HELPER", program));
      }
      return byConfiguration().play(desk.set("PATH", "/usr/bin:/bin"));
    };
  }

  private static ScriptTurn[] reading(int files, ScriptTurn... behind) {
    ScriptTurn[] turns = new ScriptTurn[2 * files + behind.length];
    for (int i = 0; i < files; i++) {
      turns[2 * i] = reads(i);
      turns[2 * i + 1] = new PlainAnswer("File " + i + " is described here. ".repeat(20));
    }
    System.arraycopy(behind, 0, turns, 2 * files, behind.length);
    return turns;
  }

  private static KeyScene longChat() {
    return desk -> chat(FIVE, reading(5)).play(desk.set("WRIT_CONTEXT_CONDENSE", "mechanical"));
  }

  private static KeyScene smallChat() {
    return desk ->
        chat(FIVE, reading(5, new PlainAnswer(SUMMARY), new PlainAnswer(SUMMARY)))
            .play(
                desk.set("WRIT_CONTEXT_MAX_TOKENS", "6000")
                    .set("WRIT_AGENT_CONVERSATION_MIN_RETAIN_TURNS", "1"));
  }

  private static KeyScene limitedChat() {
    return desk ->
        chat(FIVE, reading(5))
            .play(
                desk.set("WRIT_CONTEXT_MAX_TOKENS", "20000")
                    .set("WRIT_CONTEXT_CONDENSE", "mechanical"));
  }

  /// How many results of calls the last request of a long chat holds.
  private static KeyScene retained() {
    return desk -> {
      String all = longSmall().play(desk);
      String last = all.substring(all.lastIndexOf("POST "));
      String request = last.substring(0, last.indexOf("\n", last.indexOf("\n") + 1));
      int results = 0;
      for (int i = 0; i < 5; i++) {
        results += request.contains("some words " + i) ? 1 : 0;
      }
      return "results kept: " + results + ";";
    };
  }

  private static KeyScene retaining() {
    return desk ->
        condensing("/compact\n").play(desk.set("WRIT_AGENT_CONVERSATION_MIN_RETAIN_TURNS", "1"));
  }

  private static KeyScene longSmall() {
    return desk -> longChat().play(desk.set("WRIT_CONTEXT_MAX_TOKENS", "6000"));
  }

  private static KeyScene condensing(String compact) {
    return chat(
        "one\ntwo\n" + compact + "three\n/quit\n", reading(2, new PlainAnswer(SUMMARY), DONE));
  }

  private static KeyScene counting() {
    return desk -> {
      desk.set("WRIT_CONTEXT_MAX_TOKENS", "3000");
      desk.workspace.write("AGENTS.md", "A rule of this project. ".repeat(200));
      return asked(Dialect.ANTHROPIC, DONE, DONE).play(desk);
    };
  }
}
