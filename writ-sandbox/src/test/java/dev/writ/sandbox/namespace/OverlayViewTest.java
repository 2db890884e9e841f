// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.confinement.SandboxConfinement.Paths;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirect;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirections;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStream;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.launch.Machine;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that work in a copy-on-write view of the workspace.
class OverlayViewTest {
  @TempDir Path directory;
  private Machine machine;
  private Path workspace;
  private Path upper;
  private OverlayView view;

  @BeforeEach
  void mount() throws Exception {
    machine = new Machine(Machine.get(Wish.NAMESPACES), directory);
    workspace = machine.launch(machine.shell("true")).confinement().workspace();
    Files.writeString(workspace.resolve("old"), "old\n");
    Files.createDirectories(workspace.resolve("dir/below"));
    Files.writeString(workspace.resolve("dir/below/file"), "content\n");
    Path own = Files.createDirectories(workspace.resolve(".writ/objects/views/1"));
    upper = Files.createDirectory(own.resolve("upper"));
    Path shared = Files.createDirectories(workspace.resolve("out/shared"));
    view =
        OverlayView.open(
            workspace,
            upper,
            Files.createDirectory(own.resolve("work")),
            List.of(shared),
            Optional.empty());
  }

  private LaunchResult run(LaunchStage... stages) throws Exception {
    LaunchRequest launch = machine.launch(stages);
    return machine
        .executor()
        .run(
            new LaunchRequest(
                launch.stages(),
                launch.confinement().inView(List.of()),
                launch.limits(),
                launch.stdin(),
                Optional.of(view),
                Optional.empty()),
            LiveListener.NOBODY);
  }

  @Test
  void changesLieInTheUpperDirectoryAlone() throws Exception {
    LaunchResult result =
        run(machine.shell("echo new > old; rm dir/below/file; mkdir made; cat old"));
    assertThat(result.stderr().text()).isEmpty();
    assertThat(result.stdout().text()).isEqualTo("new\n");
    assertThat(workspace.resolve("old")).hasContent("old\n");
    assertThat(workspace.resolve("dir/below/file")).exists();
    assertThat(workspace.resolve("made")).doesNotExist();
    assertThat(upper.resolve("old")).hasContent("new\n");
    assertThat(upper.resolve("made")).isDirectory();
  }

  @Test
  void allStagesAndLaterLaunchesShareOneView() throws Exception {
    run(machine.shell("echo one > shared; echo one"), machine.shell("cat; echo two > second"));
    LaunchResult later = run(machine.shell("cat shared second; ls"));
    assertThat(later.stdout().text()).isEqualTo("one\ntwo\ndir\nold\nout\nsecond\nshared\n");
    assertThat(view.root().resolve("second")).hasContent("two\n");
  }

  @Test
  void sharedDirectoriesAreTheVerySame() throws Exception {
    LaunchResult result = run(machine.shell("echo real > out/shared/x; echo view > out/y"));
    assertThat(result.stderr().text()).isEmpty();
    assertThat(workspace.resolve("out/shared/x")).hasContent("real\n");
    assertThat(workspace.resolve("out/y")).doesNotExist();
    Files.writeString(workspace.resolve("out/shared/later"), "later\n");
    assertThat(run(machine.shell("cat out/shared/later")).stdout().text()).isEqualTo("later\n");
  }

  /// Programs call rename(2), and don't copy where it fails.
  private LaunchStage rename(String from, String to) {
    String code = "rename $ARGV[0], $ARGV[1] or die \"$!\"";
    return machine.program("/usr/bin/perl", "-e", code, from, to);
  }

  @Test
  void aDirectoryOfTheWorkspaceIsRenamed() throws Exception {
    Files.createSymbolicLink(workspace.resolve("dir/link"), Path.of("below/file"));
    Path script = Files.writeString(workspace.resolve("dir/run"), "#!/bin/sh\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    assertThat(run(rename("dir", workspace + "/old dir/")).stderr().text()).isEmpty();
    LaunchResult result = run(machine.shell("cd 'old dir' && cat link && ./run && ls ../dir"));
    assertThat(result.stdout().text()).isEqualTo("content\n");
    assertThat(result.stderr().text()).contains("No such file");
    assertThat(workspace.resolve("dir/below/file")).exists();
    assertThat(workspace.resolve("old dir")).doesNotExist();
    assertThat(run(rename("old dir", "out/dir")).stderr().text()).isEmpty();
    assertThat(upper.resolve("out/dir/below/file")).hasContent("content\n");
  }

  /// A directory moves by its place in any of the program's ways to name it.
  @Test
  void itIsNamedAsTheProgramSeesIt() throws Exception {
    Files.createSymbolicLink(workspace.resolve("to"), workspace.resolve("dir"));
    Files.createDirectory(workspace.resolve("beside"));
    assertThat(run(machine.shell("cd dir && mv below ../moved")).stderr().text()).isEmpty();
    assertThat(run(rename("to/../beside", "to/inside")).stderr().text()).isEmpty();
    assertThat(upper.resolve("dir/inside")).isDirectory();
    assertThat(run(rename("to", "link")).stderr().text()).isEmpty(); // the link itself
    assertThat(Files.readSymbolicLink(upper.resolve("link"))).isEqualTo(workspace.resolve("dir"));
  }

  /// While anything on the machine is renamed, the kernel lets an open with `..` be tried again.
  @Test
  void itIsNamedSoWhileOthersRename() throws Exception {
    Files.createSymbolicLink(workspace.resolve("to"), workspace.resolve("dir"));
    for (int i = 0; i < 12; i++) {
      Files.createDirectory(workspace.resolve("beside" + i));
    }
    AtomicBoolean over = new AtomicBoolean();
    Path one = Files.createFile(directory.resolve("one"));
    Path other = directory.resolve("other");
    try (ExecutorService others = Executors.newSingleThreadExecutor()) {
      Future<?> renaming =
          others.submit(
              () -> {
                while (!over.get()) {
                  Files.move(one, other);
                  Files.move(other, one);
                }
                return null;
              });
      String code =
          "for (0..11) { rename \"to/../beside$_\", \"to/../to/$_\" or print \"$_ $!\\n\" }";
      try {
        LaunchResult result = run(machine.program("/usr/bin/perl", "-e", code));
        assertThat(result.stdout().text()).isEmpty();
      } finally {
        over.set(true);
      }
      renaming.get();
    }
  }

  /// A directory with a hidden file in it stays where it is, as does everything in it.
  @Test
  void whatHoldsHiddenFilesIsNotRenamed() throws Exception {
    Path hidden = Files.writeString(workspace.resolve("dir/below/.env"), "SECRET\n");
    machine.paths(p -> new Paths(p.protectedPaths(), List.of(hidden), p.readOnly(), p.caches()));
    assertThat(run(rename("dir", "moved")).stderr().text()).contains("cross-device");
    assertThat(run(machine.shell("ls")).stdout().text()).isEqualTo("dir\nold\nout\n");
    assertThat(upper.resolve("moved")).doesNotExist();
    assertThat(upper.resolve("dir")).doesNotExist();
  }

  /// The kernel's own answers.
  @Test
  void otherRenamesAreTheKernels() throws Exception {
    Files.createDirectories(workspace.resolve("full/of"));
    assertThat(run(rename("dir", "full")).stderr().text()).isNotEmpty();
    assertThat(run(rename("dir", "dir/below/dir")).stderr().text()).contains("Invalid argument");
    assertThat(run(rename("dir", "/tmp/dir")).stderr().text()).contains("cross-device");
    assertThat(run(rename("dir", "missing/dir")).stderr().text()).contains("No such file");
    assertThat(run(rename("out", "out2")).stderr().text()).isNotEmpty(); // a mount lies in it
    assertThat(run(rename("old", "older")).stderr().text()).isEmpty();
    assertThat(upper.resolve("older")).hasContent("old\n");
    assertThat(run(machine.shell("ls dir/below")).stdout().text()).isEqualTo("file\n");
  }

  /// Signals that a program handles, such as those of a timer, don't begin a move anew.
  @Test
  void signalsDoNotDisturbIt() throws Exception {
    for (int i = 0; i < 200; i++) {
      Files.writeString(workspace.resolve("dir/f" + i), "x");
    }
    String code =
        "use POSIX; use Time::HiRes qw(setitimer ITIMER_REAL);"
            + " sigaction(SIGALRM, POSIX::SigAction->new(sub {}, undef, SA_RESTART));"
            + " setitimer(ITIMER_REAL, 0.0005, 0.0005); rename 'dir', 'moved' or die \"$!\"";
    assertThat(run(machine.program("/usr/bin/perl", "-e", code)).stderr().text()).isEmpty();
    LaunchResult listed = run(machine.shell("ls moved | wc -l; ls dir"));
    assertThat(listed.stdout().text().strip()).isEqualTo("201");
    assertThat(listed.stderr().text()).contains("No such file");
  }

  @Test
  void redirectionsAreOpenedInTheView() throws Exception {
    LaunchRedirect output =
        new LaunchRedirect.OutputRedirect(LaunchStream.STDOUT, workspace.resolve("said"), false);
    LaunchStage plain = machine.shell("echo said");
    LaunchResult result =
        run(
            new LaunchStage(
                plain.program(),
                plain.argv(),
                plain.environment(),
                plain.directory(),
                new LaunchRedirections(List.of(output))));
    assertThat(result.stderr().text()).isEmpty();
    assertThat(workspace.resolve("said")).doesNotExist();
    assertThat(upper.resolve("said")).hasContent("said\n");
  }
}
