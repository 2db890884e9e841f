// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.os.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writable layers over directories, gone afterwards, where bubblewrap knows none: an overlay file
/// system (`mount(8)`, Linux 5.11) in namespaces that lie around bubblewrap's (`unshare(1)`).
final class OverlayLayers implements AutoCloseable {
  /// Mounts each pair of options and place, and becomes what follows. All its words are arguments:
  /// none is ever read as a script.
  private static final String MOUNTING =
      "while [ \"$1\" != -- ]; do \"$0\" -t overlay -o \"$1\" overlay \"$2\" || exit; shift 2; done;"
          + " shift; exec \"$@\"";

  private static final Path UNSHARE = Path.of("/usr/bin/unshare");
  private static final Path MOUNT = Path.of("/usr/bin/mount");
  private static final Path SHELL = Path.of("/bin/sh");

  private final ScratchDirectory scratch = new ScratchDirectory();
  private final List<String> mounts = new ArrayList<>();
  private final Map<Path, Path> views = new LinkedHashMap<>();

  /// Layers over those of the directories that are there.
  OverlayLayers(List<Path> directories) throws IOException {
    for (Path directory : directories) {
      if (canLie(directory)) {
        int number = views.size();
        Path view = scratch.directory("view" + number);
        mounts.add(
            "lowerdir=%s,upperdir=%s,workdir=%s,userxattr"
                .formatted(
                    directory,
                    scratch.directory("upper" + number),
                    scratch.directory("w" + number)));
        mounts.add(view.toString());
        views.put(directory, view);
      }
    }
  }

  /// Whether the programs exist; only a trial shows whether they have the rights.
  static boolean thinkable() {
    return Files.isExecutable(UNSHARE) && Files.isExecutable(MOUNT) && Files.isExecutable(SHELL);
  }

  /// Whether a layer can lie over a directory: it is there, and its name means nothing in options.
  static boolean canLie(Path directory) {
    String name = directory.toString();
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        && name.chars().noneMatch(c -> c == ':' || c == ',' || c == '\\');
  }

  /// The place of a directory with its layer.
  Optional<Path> view(Path directory) {
    return Optional.ofNullable(views.get(directory));
  }

  /// The words that start a program with these layers.
  List<String> around(Path program, List<String> argv) {
    List<String> words =
        new ArrayList<>(List.of(UNSHARE.toString(), "--user", "--map-root-user", "--mount"));
    words.addAll(List.of(SHELL.toString(), "-c", MOUNTING, MOUNT.toString()));
    words.addAll(mounts);
    words.add("--");
    words.add(program.toString());
    words.addAll(argv.subList(1, argv.size()));
    return words;
  }

  /// The program that [#around] starts with.
  static String program() {
    return UNSHARE.toString();
  }

  @Override
  public void close() {
    scratch.close();
  }
}
