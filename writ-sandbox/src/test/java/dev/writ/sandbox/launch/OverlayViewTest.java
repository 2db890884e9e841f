// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.launch.LaunchRequest.Redirect;
import dev.writ.sandbox.launch.LaunchRequest.Redirections;
import dev.writ.sandbox.launch.LaunchRequest.Stage;
import dev.writ.sandbox.launch.LaunchRequest.Stream;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

  private LaunchResult run(Stage... stages) throws Exception {
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

  @Test
  void redirectionsAreOpenedInTheView() throws Exception {
    Redirect output = new Redirect.Output(Stream.STDOUT, workspace.resolve("said"), false);
    Stage plain = machine.shell("echo said");
    LaunchResult result =
        run(
            new Stage(
                plain.program(),
                plain.argv(),
                plain.environment(),
                plain.directory(),
                new Redirections(List.of(output))));
    assertThat(result.stderr().text()).isEmpty();
    assertThat(workspace.resolve("said")).doesNotExist();
    assertThat(upper.resolve("said")).hasContent("said\n");
  }
}
