// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A suggested intent that is not recorded yet.
///
/// @param scope patterns, excluding ones with `!`
public record IntentDraft(
    String id,
    String name,
    List<String> scope,
    List<String> constraints,
    List<String> acceptanceCriteria) {
  public IntentDraft {
    scope = List.copyOf(scope);
    constraints = List.copyOf(constraints);
    acceptanceCriteria = List.copyOf(acceptanceCriteria);
  }

  /// The same under another id.
  public IntentDraft called(String other) {
    return new IntentDraft(other, name, scope, constraints, acceptanceCriteria);
  }

  /// The draft as it will be read back.
  Json.Obj json() {
    Json.Builder json =
        Json.object()
            .put("id", id)
            .put("name", name)
            .put("status", Intent.IntentStatus.DRAFT.word())
            .put("owned_scope", Json.texts(scope));
    if (!constraints.isEmpty()) {
      json.put("constraints", Json.texts(constraints));
    }
    if (!acceptanceCriteria.isEmpty()) {
      json.put("acceptance_criteria", Json.texts(acceptanceCriteria));
    }
    return json.build();
  }

  /// The draft as lines of YAML, an item of a list: `- ` and what stands below it.
  List<String> yaml() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, Json> member : json().members().entrySet()) {
      String lead = (lines.isEmpty() ? "- " : "  ") + member.getKey() + ":";
      if (member.getValue() instanceof Json.Arr(List<Json> items)) {
        lines.add(lead);
        for (Json item : items) {
          lines.add("    - " + quoted(item));
        }
      } else {
        boolean word = member.getKey().equals("id") || member.getKey().equals("status");
        lines.add(
            lead
                + " "
                + (word && member.getValue() instanceof Json.Text(String text)
                    ? text
                    : quoted(member.getValue())));
      }
    }
    return lines;
  }

  /// The draft as one element of a list in brackets.
  String flow() {
    StringBuilder text = new StringBuilder("{");
    String joint = "";
    for (Map.Entry<String, Json> member : json().members().entrySet()) {
      text.append(joint).append('"').append(member.getKey()).append("\": ");
      joint = ", ";
      if (member.getValue() instanceof Json.Arr(List<Json> items)) {
        text.append('[');
        text.append(String.join(", ", items.stream().map(IntentDraft::quoted).toList()));
        text.append(']');
      } else {
        text.append(quoted(member.getValue()));
      }
    }
    return text.append('}').toString();
  }

  /// A text in double quotes, with what can't be seen escaped.
  private static String quoted(Json value) {
    String text = value instanceof Json.Text(String plain) ? plain : value.write();
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean hidden =
          switch (Character.getType(c)) {
            case Character.CONTROL,
                Character.FORMAT,
                Character.LINE_SEPARATOR,
                Character.PARAGRAPH_SEPARATOR,
                Character.PRIVATE_USE,
                Character.UNASSIGNED ->
                true;
            default -> false;
          };
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (hidden) {
        quoted.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
