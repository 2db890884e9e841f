// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.store.DiskReserve;
import dev.writ.kernel.workspace.KnownDirectories;
import dev.writ.records.journal.InterruptShield;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.mechanism.NamespaceSandbox;
import dev.writ.sandbox.namespace.OverlayView;
import dev.writ.sandbox.os.FileStamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Opens the copy-on-write views in which command lines work, a new one for each.
public final class CommandViews {
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final int MOUNT_POINT = 4;

  private final Hands hands;
  private final SessionSandbox sandbox;
  private final Supplier<KnownDirectories> directories;
  private Optional<String> missing = Optional.empty();
  private final Set<WorkspacePath> operations = new HashSet<>();
  private int last;

  /// @param directories says which of the workspace are known
  public CommandViews(Hands hands, SessionSandbox sandbox, Supplier<KnownDirectories> directories) {
    this.hands = hands;
    this.sandbox = sandbox;
    this.directories = directories;
  }

  /// Files of stopped Git operations that commands of this session began: these commands may
  /// continue them.
  public Set<WorkspacePath> operations() {
    return operations;
  }

  /// Why commands can't work in views here, once that was tried in vain.
  public synchronized Optional<String> missing() {
    return missing;
  }

  /// Whether the next command that may write works in one, as far as known before it.
  public synchronized boolean areThere() {
    try {
      return missing.isEmpty()
          && sandbox.executor().sandbox() instanceof NamespaceSandbox
          && mountBelow(hands.root().path()).isEmpty();
    } catch (IOException _) {
      return false; // opening one reports the reason
    }
  }

  /// Waits until each change from now on shows by its time.
  ///
  /// @throws InterruptedException if the command is aborted meanwhile
  public void awaitClock() throws InterruptedException {
    FileStamp.awaitNextSecond(hands.root().path());
  }

  /// Opens one; empty where the mechanism or this system has none.
  ///
  /// @throws SandboxException where no sandbox can be set up at all
  /// @throws IOException where its directories can't be made
  /// @param about whose command it is, for after a crash
  /// @param shared directories in which commands in the background write meanwhile
  public synchronized Optional<CommandView> open(Json.Obj about, List<Path> shared)
      throws IOException {
    if (missing.isPresent()) {
      return Optional.empty();
    }
    if (!(sandbox.executor().sandbox() instanceof NamespaceSandbox)) {
      missing = Optional.of("the sandbox here is " + sandbox.name());
      return Optional.empty();
    }
    Optional<String> mount = mountBelow(hands.root().path());
    if (mount.isPresent()) {
      return Optional.empty(); // it may be gone for the next command
    }
    return InterruptShield.call(() -> opened(about, shared));
  }

  private Optional<CommandView> opened(Json.Obj about, List<Path> shared) throws IOException {
    StandingDirectories standing = new StandingDirectories(directories.get());
    CommandViewFiles files = CommandViewFiles.create(hands, ++last);
    try {
      files.describe(about); // before anything can change the workspace
      OverlayView overlay =
          OverlayView.open(
              hands.root().path(), files.upper(), files.work(), shared, sandbox.shared());
      return Optional.of(CommandView.of(hands, new ViewChanges(hands, files, standing), overlay));
    } catch (SandboxException e) {
      files.drop();
      missing = Optional.of(String.valueOf(e.getMessage()));
      return Optional.empty();
    } catch (IOException | RuntimeException | Error e) {
      files.drop();
      throw e;
    }
  }

  /// Holds room for what is to be done after a command that works without one.
  ///
  /// @throws IOException where that can't be done; then nothing may be run
  public DiskReserve reserve() throws IOException {
    return DiskReserve.take(hands.root(), hands.store());
  }

  /// A kept view, for Git to read in it.
  public ReopenedView again(KeptView kept) {
    return new ReopenedView(hands, sandbox, kept.files());
  }

  /// The mounts inside the workspace, which an overlay would not show (`proc_pid_mountinfo(5)`).
  private static Optional<String> mountBelow(Path workspace) throws IOException {
    return Files.isReadable(MOUNTS)
        ? mountBelow(workspace, Files.readString(MOUNTS, StandardCharsets.ISO_8859_1))
        : Optional.empty();
  }

  /// @param mounts what the kernel says, each byte as a character
  static Optional<String> mountBelow(Path workspace, String mounts) {
    String prefix = escaped(workspace + "/");
    if (!mounts.contains(" " + prefix)) {
      return Optional.empty();
    }
    return mounts
        .lines()
        .map(line -> line.split(" ", MOUNT_POINT + 2)[MOUNT_POINT])
        .filter(point -> point.startsWith(prefix))
        .findFirst();
  }

  /// A path as the kernel writes it there: bytes that would end a field as `\040`.
  private static String escaped(String path) {
    StringBuilder escaped = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      escaped.append(" \t\n\\".indexOf(c) < 0 ? String.valueOf(c) : "\\%03o".formatted((int) c));
    }
    return escaped.toString();
  }
}
