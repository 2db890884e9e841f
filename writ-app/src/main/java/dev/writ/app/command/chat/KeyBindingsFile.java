// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigSources;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.KeyBindings.EditingStyle;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The person's own file of keys, `keys.yaml` or `keys.json` in their configuration directory. A
/// project has none: it must not change a person's keys.
final class KeyBindingsFile {
  /// Keys that cannot be rebound, or a person could neither send, nor stop, nor leave.
  private static final List<KeyPress> RESERVED =
      List.of(
          KeyPress.of(KeyPress.Name.ENTER),
          KeyPress.of(KeyPress.Name.ESCAPE),
          KeyPress.named("Ctrl-C"),
          KeyPress.named("Ctrl-D"));

  private static final String NONE = "none";

  private final ConfigDocument document;

  private KeyBindingsFile(ConfigDocument document) {
    this.document = document;
  }

  /// The file's bindings; the default ones if there is no file.
  ///
  /// @throws UsageException where it is wrong, with line and column
  static KeyBindings read(ProcessContext context) throws UsageException {
    Optional<ConfigSources.DataFile> file =
        ConfigSources.dataFile(context.environment(), context.home(), "keys");
    return file.isEmpty() ? KeyBindings.USUAL : of(file.get().path().toString(), file.get().text());
  }

  /// The bindings in a text.
  ///
  /// @param path of the file, in whose form it is written
  /// @throws UsageException where it is wrong, with line and column
  static KeyBindings of(String path, String text) throws UsageException {
    try {
      boolean yaml = path.endsWith(".yaml");
      return new KeyBindingsFile(yaml ? ConfigDocument.yaml(text) : ConfigDocument.json(text))
          .bindings();
    } catch (JsonException e) {
      throw new UsageException(
          "%s, line %d, column %d: %s".formatted(path, e.line(), e.column(), e.getMessage()));
    }
  }

  private KeyBindings bindings() throws JsonException {
    if (!(document.root() instanceof Json.Obj root)) {
      throw new JsonException("there must be 'style' or 'keys' here", 1, 1);
    }
    EditingStyle style = EditingStyle.EMACS;
    Map<KeyPress, Optional<EditorAction>> own = new LinkedHashMap<>();
    for (Map.Entry<String, Json> entry : root.members().entrySet()) {
      switch (entry.getKey()) {
        case "style" -> style = style(root);
        case "keys" -> {
          if (!(entry.getValue() instanceof Json.Obj keys)) {
            throw document.keyError(root, "keys", "'keys' must be a mapping from keys to actions");
          }
          for (String key : keys.members().keySet()) {
            own.put(key(keys, key), action(keys, key));
          }
        }
        default ->
            throw document.keyError(
                root, entry.getKey(), "unknown: " + entry.getKey() + "; there are style and keys");
      }
    }
    return new KeyBindings(style, own);
  }

  private EditingStyle style(Json.Obj root) throws JsonException {
    return switch (root.text("style").orElse("")) {
      case "emacs" -> EditingStyle.EMACS;
      case "vim" -> EditingStyle.VIM;
      default -> throw document.keyError(root, "style", "'style' must be emacs or vim");
    };
  }

  private KeyPress key(Json.Obj keys, String words) throws JsonException {
    KeyPress key;
    try {
      key = KeyPress.named(words);
    } catch (IllegalArgumentException _) {
      throw document.keyError(
          keys, words, "no such key: " + words + "; keys are written like Ctrl-T, Alt-Up, Home");
    }
    if (RESERVED.contains(key)) {
      throw document.keyError(keys, words, words + " cannot be rebound");
    }
    if (key.isTyped()) {
      throw document.keyError(keys, words, words + " types a character and cannot be rebound");
    }
    return key;
  }

  private Optional<EditorAction> action(Json.Obj keys, String key) throws JsonException {
    String word = keys.text(key).orElse("");
    if (word.equals(NONE)) {
      return Optional.empty();
    }
    Optional<EditorAction> action = EditorAction.named(word);
    if (action.isEmpty()) {
      List<String> words = Arrays.stream(EditorAction.values()).map(EditorAction::word).toList();
      throw document.keyError(
          keys,
          key,
          "no such action: '"
              + word
              + "'"
              + NearestWord.hint(word, words)
              + "; 'none' or one of "
              + String.join(", ", words));
    }
    return action;
  }
}
