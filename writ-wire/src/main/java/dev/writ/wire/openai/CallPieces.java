// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.openai;

import dev.writ.base.json.Json;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.CallIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts calls together from the pieces in which they stream in.
///
/// Servers differ: some omit the index, some give every call the index 0 and distinguish them by
/// id, some send a call in one piece with an object for arguments.
final class CallPieces {
  /// The greatest number of calls in one answer.
  static final int MAX_CALLS = 128;

  private final List<Piece> pieces = new ArrayList<>();
  private final Map<Long, Piece> byIndex = new HashMap<>();

  private static final class Piece {
    private String id = "";
    private String tool = "";
    private final StringBuilder arguments = new StringBuilder();
  }

  /// Adds what one delta says of one call.
  ///
  /// @return whether there is still room
  boolean add(Json.Obj delta, AnswerDraft draft) {
    Json.Obj function = delta.object("function");
    String id = delta.text("id").orElse("");
    String tool = function.text("name").orElse("");
    Piece known = known(delta, id, tool);
    Piece piece = known == null ? begin(delta) : known;
    if (piece.id.isEmpty()) {
      piece.id = id;
    }
    if (piece.tool.isEmpty() && !tool.isEmpty()) {
      piece.tool = tool;
      draft.callBegun(tool);
    }
    String arguments = function.get("arguments").map(CallPieces::text).orElse("");
    piece.arguments.append(arguments);
    draft.arguments(arguments);
    return pieces.size() <= MAX_CALLS;
  }

  /// The call that a delta continues, unless it begins another.
  private @Nullable Piece known(Json.Obj delta, String id, String tool) {
    Piece piece =
        delta.number("index").isPresent()
            ? byIndex.get(delta.number("index").getAsLong())
            : pieces.isEmpty() ? null : pieces.getLast();
    boolean another =
        piece != null
            && !tool.isEmpty()
            && !id.isEmpty()
            && !piece.id.isEmpty()
            && !id.equals(piece.id);
    boolean unnumbered = delta.number("index").isEmpty() && !tool.isEmpty();
    return another || (unnumbered && piece != null && !id.equals(piece.id)) ? null : piece;
  }

  private Piece begin(Json.Obj delta) {
    Piece piece = new Piece();
    pieces.add(piece);
    delta.number("index").ifPresent(index -> byIndex.put(index, piece));
    return piece;
  }

  private static String text(Json arguments) {
    return switch (arguments) {
      case Json.Text(String text) -> text;
      case Json.Null _ -> "";
      case Json.Obj _, Json.Arr _, Json.Num _, Json.Bool _ -> arguments.write();
    };
  }

  /// All calls, each with an id of its own.
  List<ToolCall> calls(CallIds.AnswerIds ids) {
    return pieces.stream()
        .map(piece -> new ToolCall(ids.claim(piece.id), piece.tool, piece.arguments.toString()))
        .toList();
  }
}
