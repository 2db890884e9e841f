// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.call;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.kernel.call.ToolCall;
import java.util.ArrayList;
import java.util.List;

/// A call's arguments under the names that the tool gives them; none where they can't be read.
record CallArguments(Json.Obj json) {
  static CallArguments of(ToolCall call) {
    try {
      return new CallArguments(
          call.arguments().isBlank() ? Json.Obj.EMPTY : JsonReader.readObject(call.arguments()));
    } catch (JsonException _) {
      return new CallArguments(Json.Obj.EMPTY);
    }
  }

  /// A text; empty where there is none.
  String text(String name) {
    return json.text(name).orElse("");
  }

  /// A list of texts.
  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Json item : json.items(name)) {
      if (item instanceof Json.Text(String text)) {
        texts.add(text);
      }
    }
    return texts;
  }
}
