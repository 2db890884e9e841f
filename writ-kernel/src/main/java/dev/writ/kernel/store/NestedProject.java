// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.store;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.intent.IntentMap;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.Ledger;
import dev.writ.sandbox.protection.PathProtection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A project below the workspace in which another session was at work while a command ran: what of
/// its own that session may have written meanwhile. Everything that is obeyed there is nobody's.
///
/// @param place its directory
record NestedProject(WorkspacePath place) {
  private static final WorkspacePath RECORDS = WorkspacePath.of(Ledger.PATH).parent();
  private static final WorkspacePath MAP = WorkspacePath.of(IntentMap.PATH);
  private static final WorkspacePath EXCLUDE = WorkspacePath.of(".git/info/exclude");
  private static final int LETTERS = 2;

  /// Whether that is where its store or records are. An object is named by its content: what is new
  /// does no harm, and none that was there changes or goes.
  ///
  /// @param came whether nothing was there before
  boolean isData(WorkspacePath path, boolean came) {
    if (!path.within(place)) {
      return false;
    }
    WorkspacePath below = below(path);
    boolean store = below.within(ObjectStore.OBJECTS);
    if (store && !below.equals(ObjectStore.OBJECTS)) {
      String name = below.segments().get(ObjectStore.OBJECTS.segments().size());
      return came || name.length() != LETTERS;
    }
    return came && (store || below.equals(ObjectStore.OBJECTS.parent()) || below.equals(RECORDS));
  }

  /// Whether a change there may be the session's; what it is decides.
  boolean mayHave(WorkspacePath path) {
    return path.within(place)
        && (isJournal(path) || below(path).equals(MAP) || below(path).equals(EXCLUDE));
  }

  /// Whether a change is that of a journal that only grew, of the map of intents, where people's
  /// words in it are the same (the rest is made anew from the ledger), or of a list of what Git
  /// ignores that got Writ's store.
  boolean has(FileChange change) {
    WorkspacePath path = change.path();
    if (!mayHave(path) || !(change.after() instanceof FileState.Present(FileContent after))) {
      return false;
    }
    return switch (change.before()) {
      case FileState.Absent() -> isWrits(path, Optional.empty(), after);
      case FileState.Present(FileContent before) -> isWrits(path, Optional.of(before), after);
      case FileState.Unusable _ -> isJournal(path); // too long to be kept: nothing is put back
      case FileState.Link _, FileState.Directory() -> false;
    };
  }

  private boolean isWrits(WorkspacePath path, Optional<FileContent> before, FileContent after) {
    byte[] was = before.map(FileContent::bytes).orElse(new byte[0]);
    byte[] is = after.bytes();
    if (isJournal(path)) {
      return was.length <= is.length && Arrays.equals(was, 0, was.length, is, 0, was.length);
    }
    if (below(path).equals(MAP)) {
      return own(before.isEmpty() ? IntentMap.fresh() : map(was)).equals(own(map(is)));
    }
    return Arrays.equals(StoreExclusion.excluding(was), is);
  }

  private static IntentMap map(byte[] text) {
    return IntentMap.parse(new String(text, StandardCharsets.ISO_8859_1));
  }

  private static String own(IntentMap map) {
    return map.own().strip();
  }

  private boolean isJournal(WorkspacePath path) {
    return PathProtection.isJournal(Path.of(place.toString()), Path.of(path.toString()));
  }

  private WorkspacePath below(WorkspacePath path) {
    List<String> names = path.segments();
    return new WorkspacePath(names.subList(place.segments().size(), names.size()));
  }
}
