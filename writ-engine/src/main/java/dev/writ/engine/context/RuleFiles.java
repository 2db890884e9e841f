// Implements: docs/spec/04-conversation.md §4.4 (Shared brain)
package dev.writ.engine.context;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.conversation.ConversationEntry;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.Message;
import dev.writ.kernel.call.ToolCall;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Brings a project's rules into a session: those of the root when it begins, those of a directory
/// when a file below it is first touched. Each is an event, so that a resumed session has the same.
final class RuleFiles {
  /// The names, in the order in which they are read.
  static final List<String> NAMES = List.of("AGENTS.md", "AGENT.md", "CLAUDE.md");

  /// The longest text of a file that is taken, in characters.
  static final int MAX_CHARS = 32_000;

  /// Directories deeper than this have no rules of their own.
  private static final int MAX_DEPTH = 16;

  /// So many directories are looked into for one call.
  private static final int MAX_PATH_CHARS = 1000;

  private final RuleSource source;
  private final JournaledConversation journal;
  private final Set<String> looked = new HashSet<>();
  private long seen;

  RuleFiles(RuleSource source, JournaledConversation journal) {
    this.source = source;
    this.journal = journal;
  }

  /// Reads the root's rules, once. A resumed session has them already.
  void begin() throws IOException {
    if (looked.add("") && journal.conversation().entries().isEmpty()) {
      loadDirectory("");
    }
  }

  /// Reads the root's rules again, where the beginning of the requests changes anyway.
  void refresh() throws IOException {
    for (String name : NAMES) {
      Optional<String> now = read(name);
      if (journal.conversation().pinned().knows(name) || now.isPresent()) {
        note(name, now.orElse(""));
      }
    }
  }

  /// Reads the rules of the directories that calls touched since the last time.
  void touched() throws IOException {
    List<ConversationEntry> entries = journal.conversation().entries();
    long newest = seen;
    for (int i = entries.size() - 1; i >= 0 && entries.get(i).seq() > seen; i--) {
      newest = Math.max(newest, entries.get(i).seq());
      if (entries.get(i).message() instanceof Message.Assistant said) {
        for (ToolCall call : said.calls()) {
          directories(call);
        }
      }
    }
    seen = newest;
  }

  private void directories(ToolCall call) throws IOException {
    Optional<String> path = path(call.arguments());
    if (path.isEmpty() || path.get().length() > MAX_PATH_CHARS) {
      return;
    }
    String place = path.get().startsWith("./") ? path.get().substring(2) : path.get();
    if (place.startsWith("/") || place.contains("..") || place.indexOf('\\') >= 0) {
      return;
    }
    int depth = 0;
    for (int end = place.indexOf('/'); end > 0; end = place.indexOf('/', end + 1)) {
      String directory = place.substring(0, end);
      if (depth++ < MAX_DEPTH && looked.add(directory)) {
        loadDirectory(directory);
      }
    }
  }

  private static Optional<String> path(String arguments) {
    if (!arguments.contains("\"path\"")) {
      return Optional.empty();
    }
    try {
      Json.Obj object = JsonReader.readObject(arguments);
      return object.text("path");
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  private void loadDirectory(String directory) throws IOException {
    for (String name : NAMES) {
      String path = directory.isEmpty() ? name : directory + "/" + name;
      if (!journal.conversation().pinned().knows(path)) {
        Optional<String> text = read(path);
        if (text.isPresent()) {
          note(path, text.get());
        }
      }
    }
  }

  /// The text as it goes into the conversation; a file that says what another one said is not
  /// repeated.
  private Optional<String> read(String path) throws IOException {
    return source
        .read(path)
        .map(text -> text.replace("</rules>", "<\\/rules>").strip())
        .filter(text -> !text.isEmpty())
        .map(text -> bounded(path, journal.masked(text)));
  }

  private static String bounded(String path, String text) {
    if (text.length() <= MAX_CHARS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1)) ? MAX_CHARS - 1 : MAX_CHARS;
    return text.substring(0, end)
        + "\n[the rest of "
        + path
        + " is omitted: "
        + (text.length() - end)
        + " characters]";
  }

  private void note(String path, String text) throws IOException {
    boolean twice = false;
    int slash = path.lastIndexOf('/') + 1;
    for (String name : NAMES) {
      String other = path.substring(0, slash) + name;
      twice |= !other.equals(path) && journal.conversation().pinned().rules(other).equals(text);
    }
    if (!twice && !journal.conversation().pinned().rules(path).equals(text)) {
      journal.add(SessionEvents.rules(path, text));
    }
  }
}
