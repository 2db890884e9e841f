// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.sandbox.protection.LooseObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Judges what a command did to a repository's objects (gitrepository-layout(5)). An object's name
/// promises its content, and Git believes it when it checks out: so each new one is read, and none
/// goes that anything led to. Programs that Git starts can do both.
final class GitObjectJudge {
  private static final String OBJECTS = "objects";
  private static final String PACK = "pack";
  private static final String INDEX = ".idx";
  private static final String SHALLOW = "shallow";
  private static final int DEPTH = 3;
  private static final int SHA1_BYTES = 20;
  private static final int SHA256_BYTES = 32;

  private final JudgedChanges view;
  private final GitHistory history;
  private final Set<String> gone = new HashSet<>();
  private final Set<WorkspacePath> packs = new TreeSet<>();
  private boolean joined;

  GitObjectJudge(JudgedChanges view, GitHistory history) {
    this.view = view;
    this.history = history;
  }

  /// Reads what is new, and looks for what is gone.
  ///
  /// @throws IOException why nothing of the repository can be applied
  void check(ChangedRepository repository) throws IOException {
    for (ViewDifference difference : repository.differences()) {
      List<String> names = repository.below(difference);
      if (names.equals(List.of(SHALLOW)) && !repository.git().reachesHosts()) {
        throw new IOException("its history would be cut off");
      }
      if (names.size() != DEPTH || !names.getFirst().equals(OBJECTS)) {
        continue;
      }
      if (names.get(1).equals(PACK)) {
        ofPack(difference, names.getLast(), repository.git().reachesHosts());
      } else if (names.get(1).length() == 2) {
        ofLoose(difference, names.get(1) + names.getLast());
      }
    }
    if (!packs.isEmpty()) {
      history.verifyPacks(repository.directory(), packs);
    }
    if (joined) {
      history.verifyPackList(repository.directory());
    }
    Set<String> lost = gone.isEmpty() ? Set.of() : history.lost(repository.directory(), gone);
    if (!lost.isEmpty()) {
      throw new IOException(
          "%d of its objects would be gone, such as %s"
              .formatted(lost.size(), lost.iterator().next()));
    }
  }

  private void ofPack(ViewDifference difference, String name, boolean reachesHosts)
      throws IOException {
    boolean isThere = difference.after().isFile();
    if (name.equals("multi-pack-index")) {
      joined |= isThere;
    } else if (name.endsWith(".promisor") && isThere && !reachesHosts) {
      throw new IOException("objects would be missing that no host has promised");
    } else if (name.endsWith(INDEX) || name.endsWith("." + PACK)) {
      String base = name.substring(0, name.lastIndexOf('.'));
      WorkspacePath index = difference.path().parent().child(base + INDEX);
      if (isThere) {
        packs.add(index);
      }
      if (difference.before().isFile() && !(isThere && name.endsWith("." + PACK))) {
        Optional<byte[]> before = view.bytesBefore(index);
        if (before.isPresent()) {
          gone.addAll(ids(before.get()));
        }
      }
    }
  }

  /// The ids in a pack's index (gitformat-pack(5), version 2).
  private static Set<String> ids(byte[] index) throws IOException {
    final int header = 2 * Integer.BYTES;
    final int fanout = 256 * Integer.BYTES;
    ByteBuffer in = ByteBuffer.wrap(index);
    if (index.length < header + fanout || in.getInt() != 0xff744f63 || in.getInt() != 2) {
      throw new IOException("a pack goes whose index cannot be read");
    }
    int count = in.getInt(header + fanout - Integer.BYTES);
    long each = SHA256_BYTES + 2L * Integer.BYTES;
    int width =
        index.length >= header + fanout + count * each + 2 * SHA256_BYTES
            ? SHA256_BYTES
            : SHA1_BYTES;
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < count; i++) {
      int at = header + fanout + i * width;
      ids.add(HexFormat.of().formatHex(index, at, at + width));
    }
    return ids;
  }

  private void ofLoose(ViewDifference difference, String id) throws IOException {
    if (LooseObject.isId(id) && difference.after().isFile()) {
      if (!LooseObject.isTrue(view.fileAfter(difference.path()))) {
        throw new IOException("the object " + id + " has another content than its name says");
      }
    } else if (LooseObject.isId(id) && difference.before().isFile()) {
      gone.add(id);
    }
  }
}
