// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A provider's plug-in for Writ (docs/reference/provider-plug-ins.md) that answers through any
/// streaming model of LangChain4j.
///
/// Its arguments are the model's class and what its builder is told, such as
/// `dev.langchain4j.model.openai.OpenAiStreamingChatModel baseUrl=https://… apiKey=@key
/// modelName=@model`.
public final class LangChainBridge {
  /// For all JSON of the protocol.
  static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream out;

  private LangChainBridge(PrintStream out) {
    this.out = out;
  }

  /// Answers until standard input ends.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 0) {
      System.err.println("usage: LangChainBridge CLASS [NAME=VALUE]...");
      System.exit(2);
    }
    LangChainBridge bridge =
        new LangChainBridge(
            new PrintStream(
                new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8));
    // What a library prints must not get between the lines of the protocol.
    System.setOut(System.err);
    try {
      bridge.serve(List.of(arguments));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private void serve(List<String> arguments) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    StreamingChatModel model = null;
    String name = "";
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode said = JSON.readTree(line);
      long id = said.path("id").asLong();
      switch (said.path("type").asText()) {
        case "hello" -> {
          name = said.path("model").asText();
          model =
              ModelSettings.build(
                  arguments.getFirst(),
                  arguments.subList(1, arguments.size()),
                  said.path("key").asText(""),
                  name);
          ObjectNode ready = JSON.createObjectNode().put("type", "ready").put("protocol", 1);
          ready.putArray("abilities").add("tools").add("streaming");
          say(ready);
        }
        case "request" -> {
          AnswerWriter writer = new AnswerWriter(this, id);
          try {
            model.chat(RequestReader.request(said), writer);
            writer.await();
          } catch (RuntimeException e) {
            writer.onError(e);
          }
        }
        case "models" -> {
          ObjectNode models = answer(id, "models");
          models.putArray("models").addObject().put("name", name);
          say(models);
        }
        default -> throw new IllegalArgumentException("not in the protocol: " + line);
      }
    }
  }

  /// An answer to the request of that number.
  ObjectNode answer(long id, String type) {
    return JSON.createObjectNode().put("id", id).put("type", type);
  }

  /// Says one line. Models answer on threads of their own.
  synchronized void say(ObjectNode line) {
    try {
      out.println(JSON.writeValueAsString(line));
      out.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written as JSON", e);
    }
  }
}
