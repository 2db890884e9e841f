// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/// Says the events of one answer as the protocol has them, and ends it once.
final class AnswerWriter implements StreamingChatResponseHandler {
  private final LangChainBridge bridge;
  private final long id;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean said;

  AnswerWriter(LangChainBridge bridge, long id) {
    this.bridge = bridge;
    this.id = id;
  }

  /// Waits until the answer has ended, well or badly.
  void await() throws InterruptedException {
    ended.await();
  }

  @Override
  public void onPartialResponse(String piece) {
    said = true;
    bridge.say(bridge.answer(id, "text").put("text", piece));
  }

  @Override
  public void onPartialThinking(PartialThinking piece) {
    bridge.say(bridge.answer(id, "reasoning").put("text", piece.text()));
  }

  /// A stream that breaks off is complete for some modules; it then has no reason why it ended, and
  /// none of its calls may be run.
  @Override
  public void onCompleteResponse(ChatResponse response) {
    if (response.finishReason() == null) {
      fail("malformed", "the answer broke off");
      return;
    }
    String text = response.aiMessage().text();
    if (!said && text != null && !text.isEmpty()) {
      onPartialResponse(text);
    }
    List<ToolExecutionRequest> calls = response.aiMessage().toolExecutionRequests();
    for (int i = 0; i < calls.size(); i++) {
      ToolExecutionRequest call = calls.get(i);
      String callId = call.id() == null || call.id().isEmpty() ? "c" + id + "_" + i : call.id();
      bridge.say(
          bridge
              .answer(id, "call")
              .put("call_id", callId)
              .put("tool", call.name())
              .put("arguments", call.arguments()));
    }
    ObjectNode done =
        bridge.answer(id, "done").put("finish", finish(response.finishReason(), calls));
    TokenUsage usage = response.tokenUsage();
    if (usage != null && usage.inputTokenCount() != null && usage.outputTokenCount() != null) {
      done.putObject("usage")
          .put("input", usage.inputTokenCount())
          .put("output", usage.outputTokenCount());
    }
    end(done);
  }

  private static String finish(FinishReason reason, List<ToolExecutionRequest> calls) {
    String natural = calls.isEmpty() ? "stop" : "calls";
    return switch (reason) {
      case LENGTH -> "length";
      case CONTENT_FILTER -> "refused";
      case STOP, TOOL_EXECUTION, OTHER -> natural;
    };
  }

  @Override
  public void onError(Throwable error) {
    fail(kind(error), error.getMessage() == null ? error.toString() : words(error.getMessage()));
  }

  private void fail(String kind, String message) {
    end(bridge.answer(id, "failed").put("kind", kind).put("message", message));
  }

  /// What a server's error says; many modules give the whole body.
  private static String words(String message) {
    try {
      String said = LangChainBridge.JSON.readTree(message).at("/error/message").asText();
      return said.isEmpty() ? message : said;
    } catch (JsonProcessingException e) {
      return message;
    }
  }

  /// Nothing may follow the end of an answer.
  private synchronized void end(ObjectNode last) {
    if (ended.getCount() > 0) {
      bridge.say(last);
      ended.countDown();
    }
  }

  private static String kind(Throwable error) {
    return switch (error) {
      case AuthenticationException _ -> "unauthorised";
      case RateLimitException _ -> "rate_limited";
      case TimeoutException _ -> "timeout";
      case InternalServerException _ -> "server_error";
      case InvalidRequestException _, ModelNotFoundException _, HttpException _ ->
          isTooLong(error.getMessage()) ? "context_too_long" : "rejected";
      case NonRetriableException _ -> "rejected";
      case IOException _ -> "unreachable";
      default -> error.getCause() == null ? "malformed" : kind(error.getCause());
    };
  }

  private static boolean isTooLong(String message) {
    String lower = message == null ? "" : message.toLowerCase(Locale.ROOT);
    return lower.contains("context length")
        || lower.contains("context window")
        || lower.contains("context_length")
        || lower.contains("too long");
  }
}
