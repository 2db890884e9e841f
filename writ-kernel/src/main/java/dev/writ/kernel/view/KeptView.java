// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.json.Json;
import dev.writ.kernel.file.Hands;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A view that was kept for a person when its command was interrupted or timed out.
public final class KeptView {
  /// How many are kept.
  private static final int MOST = 8;

  private final Hands hands;
  private final CommandViewFiles files;

  private KeptView(Hands hands, CommandViewFiles files) {
    this.hands = hands;
    this.files = files;
  }

  /// All that no live process uses, in the order in which they were made.
  public static List<KeptView> all(Hands hands) throws IOException {
    List<KeptView> kept = new ArrayList<>();
    for (CommandViewFiles files : CommandViewFiles.abandoned(hands).found()) {
      if (files.isKept()) {
        kept.add(new KeptView(hands, files));
      } else {
        files.release();
      }
    }
    kept.sort(Comparator.comparingLong(view -> view.files.openedAt()));
    return kept;
  }

  /// Drops the oldest where there are too many.
  static void dropOldest(Hands hands) {
    try {
      List<KeptView> all = all(hands);
      for (int i = 0; i < all.size(); i++) {
        if (i < all.size() - MOST) {
          all.get(i).files.drop();
        } else {
          all.get(i).release();
        }
      }
    } catch (IOException _) {
      // Then there are some more of them.
    }
  }

  /// The one of that name; the others are let go.
  public static Optional<KeptView> find(Hands hands, String name) throws IOException {
    Optional<KeptView> found = Optional.empty();
    for (KeptView view : all(hands)) {
      if (view.name().equals(name)) {
        found = Optional.of(view);
      } else {
        view.release();
      }
    }
    return found;
  }

  /// The name by which people call it.
  public String name() {
    return files.name();
  }

  /// Whose command it was.
  public Json.Obj about() {
    return files.about();
  }

  /// The changes in it; closing drops them, unless it is kept.
  public ViewChanges changes() throws IOException {
    return new ViewChanges(hands, files, files.standing());
  }

  CommandViewFiles files() {
    return files;
  }

  /// Lets it go for others.
  public void release() {
    files.release();
  }
}
