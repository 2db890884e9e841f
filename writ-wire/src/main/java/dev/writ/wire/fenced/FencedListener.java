// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire.fenced;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ReplyListener;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.adapter.CallIds;
import java.util.ArrayList;
import java.util.List;

/// Shows the text of an answer without the calls in it, and reads the calls when it is complete. A
/// line that may still become the beginning of a call is held back.
final class FencedListener implements ReplyListener {
  private static final String UNREADABLE = "tool_call";

  private final ReplyListener listener;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder line = new StringBuilder();
  private final StringBuilder call = new StringBuilder();
  private final List<String> calls = new ArrayList<>();
  private boolean inCall;
  private boolean shownLine;

  FencedListener(ReplyListener listener) {
    this.listener = listener;
  }

  @Override
  public void sent() {
    listener.sent();
  }

  @Override
  public void notice(String notice) {
    listener.notice(notice);
  }

  @Override
  public void delta(AnswerDelta delta) {
    if (delta instanceof AnswerDelta.TextDelta(String piece)) {
      for (int from = 0; from < piece.length(); ) {
        int end = piece.indexOf('\n', from);
        line.append(piece, from, end < 0 ? piece.length() : end);
        if (end >= 0) {
          endLine("\n");
        } else {
          showLine();
        }
        from = end < 0 ? piece.length() : end + 1;
      }
    } else {
      listener.delta(delta);
    }
  }

  /// Shows what of the line can't become the beginning of a call any more.
  private void showLine() {
    if (!inCall && (shownLine || !FencedPrompt.OPENING.startsWith(line.toString()))) {
      show(line.toString());
      line.setLength(0);
      shownLine = true;
    }
  }

  private void endLine(String end) {
    String whole = line.toString();
    line.setLength(0);
    boolean begun = shownLine;
    shownLine = false;
    if (inCall) {
      if (whole.stripTrailing().equals(FencedPrompt.CLOSING)) {
        calls.add(call.toString());
        inCall = false;
      } else {
        call.append(whole).append(end);
      }
    } else if (!begun && whole.stripTrailing().equals(FencedPrompt.OPENING)) {
      inCall = true;
      call.setLength(0);
    } else {
      show(whole + end);
    }
  }

  private void show(String piece) {
    if (!piece.isEmpty()) {
      text.append(piece);
      listener.delta(new AnswerDelta.TextDelta(piece));
    }
  }

  /// The reply with its calls. An unclosed one is cut: if the output limit did that, it does not
  /// run; otherwise the model receives the failure of an unknown call.
  ModelReply complete(ModelReply.Complete reply, CallIds.AnswerIds ids) {
    if (!line.isEmpty() || inCall) {
      endLine("");
    }
    if (inCall) {
      calls.add(call.toString());
    }
    List<ToolCall> read = new ArrayList<>();
    for (String body : calls) {
      ToolCall one = read(body, ids);
      listener.delta(new AnswerDelta.CallBegun(one.tool()));
      read.add(one);
    }
    FinishReason finish =
        switch (reply.finish()) {
          case STOP, CALLS -> read.isEmpty() ? FinishReason.STOP : FinishReason.CALLS;
          case LENGTH, REFUSED -> reply.finish();
        };
    return new ModelReply.Complete(
        new Message.Assistant(text.toString().stripTrailing(), reply.message().reasoning(), read),
        reply.usage(),
        finish);
  }

  private static ToolCall read(String body, CallIds.AnswerIds ids) {
    try {
      Json.Obj written = JsonReader.readObject(body);
      String tool = written.text("tool").orElse("");
      if (!tool.isEmpty()) {
        String arguments = written.get("arguments").orElse(Json.Obj.EMPTY).write();
        return new ToolCall(ids.claim(""), tool, arguments);
      }
    } catch (JsonException _) {
      // Given to the gate as it is, which refuses it by name.
    }
    return new ToolCall(ids.claim(""), UNREADABLE, body);
  }
}
