// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import dev.writ.testkit.StatePoll;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Directories of the workspace in which what is written is gone with the command.
class PassingLayerTest {
  @TempDir Path directory;
  private Machine machine;
  private Path caches;

  @BeforeEach
  void make() throws Exception {
    machine = new Machine(Machine.get(Wish.NAMESPACES), directory);
    caches = Files.createDirectories(machine.workspace.resolve("node_modules/.cache"));
    Files.writeString(caches.resolve("old"), "old\n");
    Files.writeString(machine.workspace.resolve("source"), "1\n");
  }

  private LaunchRequest launch(String script) {
    LaunchRequest plain = machine.launch(machine.shell(script));
    return new LaunchRequest(
        plain.stages(),
        plain
            .confinement()
            .passing(List.of(caches.getParent(), machine.workspace.resolve("missing"))),
        plain.limits(),
        plain.stdin());
  }

  @Test
  void whatIsWrittenThereIsSeenByTheCommandAlone() throws Exception {
    LaunchResult result =
        machine
            .executor()
            .run(
                launch(
                    "cd node_modules; echo new > .cache/old; mkdir -p repo/refs; rm -r .cache/old;"
                        + " echo x > repo/HEAD; ln repo/HEAD linked; cat repo/HEAD linked;"
                        + " echo y 2>/dev/null > ../beside || echo kept"),
                LiveListener.NOBODY);
    assertThat(result.stdout().text()).isEqualTo("x\nx\nkept\n");
    assertThat(caches.resolve("old")).hasContent("old\n");
    assertThat(caches.getParent()).isDirectoryNotContaining("glob:**/{repo,linked}");
    assertThat(machine.workspace.resolve("beside")).doesNotExist();
    assertThat(machine.workspace.resolve("missing")).doesNotExist();
  }

  /// Sources are the same files: a watcher of them receives an edit.
  @Test
  void sourcesAreWatched() throws Exception {
    String watching =
        """
        import ctypes,os,sys
        c=ctypes.CDLL(None)
        w=c.inotify_init()
        c.inotify_add_watch(w,b'.',0x80)
        open('node_modules/pid','w').write('1')
        print('watching',flush=True)
        os.read(w,4096)
        print(open('source').read(),flush=True)
        """;
    Files.writeString(machine.workspace.resolve("watch.py"), watching);
    BackgroundLaunch running = machine.executor().start(launch("exec python3 watch.py"));
    while (running.running() && running.stdout(0).next() == 0) {
      StatePoll.pause();
    }
    Path staged = Files.writeString(machine.workspace.resolve(".staged"), "2\n");
    Files.move(
        staged, machine.workspace.resolve("source"), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    LaunchResult result = running.await();
    assertThat(result.stderr().text()).isEmpty();
    assertThat(new String(running.stdout(0).bytes(), StandardCharsets.UTF_8))
        .startsWith("watching\n2\n");
    assertThat(machine.workspace.resolve("node_modules/pid")).doesNotExist();
  }
}
