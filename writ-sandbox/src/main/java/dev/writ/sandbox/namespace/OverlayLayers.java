// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.namespace;

import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ScratchDirectory;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Overlay file systems (`mount(8)`, Linux 5.11) over directories, each at a place of its own,
/// where bubblewrap knows none: writable ones, gone afterwards, and ones that are only shown.
/// Through either a program sees the files, but reaches no service that uses them: nobody listens
/// at a socket there, nobody holds the other end of a named pipe.
///
/// Root mounts by system calls ([#mountHere]); other users in namespaces that lie around
/// bubblewrap's (`unshare(1)`, [#around]).
public final class OverlayLayers implements AutoCloseable {
  /// Mounts each triple of options, place and what is mounted there where that can't be, and
  /// becomes what follows, with an empty environment. All its words are arguments: none is ever
  /// read as a script.
  private static final String MOUNTING =
      "while [ \"$1\" != -- ]; do if [ -z \"$3\" ]; then \"$0\" -t overlay -o \"$1\" overlay \"$2\";"
          + " else \"$0\" -t overlay -o \"$1\" overlay \"$2\" 2>/dev/null || \"$0\" --rbind \"$3\""
          + " \"$2\"; fi || exit; shift 3; done; shift; unset PWD OLDPWD SHLVL;"
          + " [ -z \"$BASH_VERSION\" ] || exec -c \"$@\"; exec \"$@\"";

  private static final Path UNSHARE = Path.of("/usr/bin/unshare");
  private static final Path MOUNT = Path.of("/usr/bin/mount");
  private static final Path SHELL = Path.of("/bin/sh");
  private static final int BIND_ALL = 0x1000 | 0x4000;

  private final ScratchDirectory scratch = new ScratchDirectory();
  private final List<Layer> layers = new ArrayList<>();
  private final Map<Path, Path> views = new LinkedHashMap<>();

  /// @param instead what is mounted where the overlay can't be; empty for nothing
  private record Layer(String options, Path view, Optional<Path> instead) {}

  /// Layers over those of the directories that are there.
  ///
  /// @param shown those that nobody writes in: where a file system carries no overlay, they are
  ///     shown as they are
  public OverlayLayers(List<Path> writable, List<Path> shown) throws IOException {
    for (Path directory : writable) {
      if (canLie(directory)) {
        int number = views.size();
        String layer =
            "upperdir=%s,workdir=%s"
                .formatted(scratch.directory("upper" + number), scratch.directory("w" + number));
        add(directory, "lowerdir=" + directory + "," + layer, Optional.empty());
      }
    }
    Path nothing = scratch.directory("nothing");
    for (Path directory : shown) {
      add(directory, "lowerdir=" + directory + ":" + nothing, Optional.of(directory));
    }
  }

  private void add(Path directory, String options, Optional<Path> instead) throws IOException {
    Path view = scratch.directory("view" + views.size());
    layers.add(new Layer(options, view, instead));
    views.put(directory, view);
  }

  /// Whether the programs exist; only a trial shows whether they have the rights.
  public static boolean thinkable() {
    return Files.isExecutable(UNSHARE) && Files.isExecutable(MOUNT) && Files.isExecutable(SHELL);
  }

  /// Whether a layer can lie over a directory: it is there, and its name means nothing in options.
  public static boolean canLie(Path directory) {
    String name = directory.toString();
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        && name.chars().noneMatch(c -> c == ':' || c == ',' || c == '\\');
  }

  /// The place of a directory with its layer.
  public Optional<Path> view(Path directory) {
    return Optional.ofNullable(views.get(directory));
  }

  /// Mounts them for the calling thread and what it starts, for root.
  public void mountHere(Os os) throws IOException {
    OverlayView.newMounts(os);
    long overlay = os.text("overlay").address();
    for (Layer layer : layers) {
      long view = os.text(layer.view().toString()).address();
      long options = os.text(layer.options() + ",redirect_dir=nofollow").address();
      long result = os.sys(Syscall.MOUNT, overlay, view, overlay, 0, options);
      if (result < 0 && layer.instead().isPresent()) {
        long shown = os.text(layer.instead().get().toString()).address();
        os.must(Syscall.MOUNT, shown, view, 0, BIND_ALL, 0);
      } else if (result < 0) {
        throw new Os.SystemCallFailure("mount", (int) -result);
      }
    }
  }

  /// The words that start a program with these layers.
  public List<String> around(Path program, List<String> argv) {
    List<String> words =
        new ArrayList<>(List.of(UNSHARE.toString(), "--user", "--map-root-user", "--mount"));
    words.addAll(List.of(SHELL.toString(), "-c", MOUNTING, MOUNT.toString()));
    for (Layer layer : layers) {
      words.add(layer.options() + ",userxattr");
      words.add(layer.view().toString());
      words.add(layer.instead().map(Path::toString).orElse(""));
    }
    words.add("--");
    words.add(program.toString());
    words.addAll(argv.subList(1, argv.size()));
    return words;
  }

  /// The program that [#around] starts with.
  public static String program() {
    return UNSHARE.toString();
  }

  @Override
  public void close() {
    scratch.close();
  }
}
