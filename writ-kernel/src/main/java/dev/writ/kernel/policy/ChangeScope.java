// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.kernel.policy;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.intent.IntentScope;
import dev.writ.kernel.intent.SessionDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where a command's changes may be: where its intent and the mode of work both own the place. It
/// is that of the command's beginning, whatever is declared or chosen while it runs.
///
/// @param intent what the intent owns
/// @param mode the mode's name
/// @param writable where the mode may write
public record ChangeScope(IntentScope intent, String mode, IntentScope writable) {
  /// Everywhere: that of changes that a person applies.
  public static final ChangeScope EVERYTHING =
      new ChangeScope(IntentScope.EVERYTHING, "", IntentScope.EVERYTHING);

  private static final String INTENT = "owned_scope";
  private static final String MODE = "mode";
  private static final String WRITABLE = "mode_writable";

  /// That of a command that begins now; nowhere without an intent.
  public static ChangeScope of(SessionDeclaration declared, WorkMode mode) {
    IntentScope owned =
        declared instanceof SessionDeclaration.Under under
            ? under.intent().scope()
            : IntentScope.NOTHING;
    return new ChangeScope(owned, mode.name(), mode.writable());
  }

  /// Reads back what [#describe] wrote. A mode that isn't in it restricts nothing.
  public static ChangeScope read(Json.Obj about) {
    return new ChangeScope(
        scope(about, INTENT),
        about.text(MODE).orElse(""),
        about.get(WRITABLE).isEmpty() ? IntentScope.EVERYTHING : scope(about, WRITABLE));
  }

  private static IntentScope scope(Json.Obj about, String member) {
    List<String> patterns = new ArrayList<>();
    for (Json pattern : about.items(member)) {
      if (pattern instanceof Json.Text(String text)) {
        patterns.add(text);
      }
    }
    return IntentScope.of(patterns);
  }

  /// It as members of an object.
  public Json.Builder describe(Json.Builder about) {
    return about
        .put(INTENT, Json.texts(intent.patterns()))
        .put(MODE, mode)
        .put(WRITABLE, Json.texts(writable.patterns()));
  }

  /// Whether a change at the place is allowed.
  public boolean owns(WorkspacePath place) {
    return refusal(place).isEmpty();
  }

  /// Why a change at the place is not allowed, if so.
  public Optional<String> refusal(WorkspacePath place) {
    return intent.owns(place) ? ofMode(place) : Optional.of("outside the scope of the intent");
  }

  /// The same for what no intent owns: a repository's history.
  public Optional<String> ofMode(WorkspacePath place) {
    return writable.owns(place)
        ? Optional.empty()
        : Optional.of("the mode '%s' may not write it".formatted(mode));
  }
}
