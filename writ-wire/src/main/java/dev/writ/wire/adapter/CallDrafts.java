// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.kernel.call.ToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Calls that grow while they stream in, each at an index that the provider gave it.
public final class CallDrafts {
  /// The greatest number of calls in one answer.
  public static final int MAX_CALLS = 128;

  private final AnswerDraft draft;
  private final Map<Long, Growing> calls = new LinkedHashMap<>();

  /// Calls of that answer.
  public CallDrafts(AnswerDraft draft) {
    this.draft = draft;
  }

  private record Growing(String id, String tool, StringBuilder arguments) {}

  /// Begins a call, unless the index has one already.
  ///
  /// @param id may be empty
  /// @return whether there is still room
  public boolean begin(long index, String id, String tool) {
    if (!calls.containsKey(index)) {
      calls.put(index, new Growing(id, tool, new StringBuilder()));
      draft.callBegun(tool);
    }
    return calls.size() <= MAX_CALLS;
  }

  /// Whether no call has begun.
  public boolean isEmpty() {
    return calls.isEmpty();
  }

  /// Adds a piece to the arguments of a call; a piece of no call is ignored.
  public void add(long index, String piece) {
    Growing call = calls.get(index);
    if (call != null) {
      call.arguments().append(piece);
      draft.arguments(piece);
    }
  }

  /// Takes these for the arguments of a call, whatever came before.
  public void whole(long index, String arguments) {
    Growing call = calls.get(index);
    if (call != null && !arguments.contentEquals(call.arguments())) {
      call.arguments().setLength(0);
      add(index, arguments);
    }
  }

  /// All calls in the order in which they began, each with an id of its own.
  public List<ToolCall> calls(CallIds.AnswerIds ids) {
    List<ToolCall> whole = new ArrayList<>(calls.size());
    for (Growing call : calls.values()) {
      whole.add(new ToolCall(ids.claim(call.id()), call.tool(), call.arguments().toString()));
    }
    return whole;
  }
}
