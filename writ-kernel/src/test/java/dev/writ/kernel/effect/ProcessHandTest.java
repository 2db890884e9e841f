// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.kernel.call.Effect.RunCommand.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessHandTest {
  private static final Limits LIMITS = new Limits(20, 1000, 1000);

  @TempDir Path directory;

  private ProcessHand.Ran sh(String script, Limits limits) throws Exception {
    return new ProcessHand()
        .run(
            Path.of("/bin/sh"),
            List.of("-c", script),
            directory,
            new Programs(Map.of("HOME", "/home/x")).environment(),
            limits);
  }

  @Test
  void tellsOutputExitCodeAndStreamsApart() throws Exception {
    ProcessHand.Ran ran = sh("echo out; echo err >&2; exit 3", LIMITS);

    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.stdout().text()).isEqualTo("out\n");
    assertThat(ran.stderr().text()).isEqualTo("err\n");
    assertThat(ran.timedOut()).isFalse();
  }

  @Test
  void outputBeyondTheLimitIsDrainedNotKept() throws Exception {
    ProcessHand.Ran ran = sh("head -c 300000 /dev/zero | tr '\\0' x; echo done >&2", LIMITS);

    assertThat(ran.stdout().text()).hasSize(1000);
    assertThat(ran.stdout().totalBytes()).isEqualTo(300_000);
    assertThat(ran.stdout().cut()).isTrue();
    assertThat(ran.stderr().text()).isEqualTo("done\n");
  }

  @Test
  void standardInputIsNothing() throws Exception {
    assertThat(sh("cat; echo end", LIMITS).stdout().text()).isEqualTo("end\n");
  }

  @Test
  void aTimeOutEndsTheWholeTree() throws Exception {
    ProcessHand.Ran ran =
        sh("trap '' TERM; sleep 300 & echo $!; sleep 300", new Limits(1, 1000, 1000));

    assertThat(ran.timedOut()).isTrue();
    long child = Long.parseLong(ran.stdout().text().strip());
    assertThat(alive(child)).isFalse();
  }

  private static boolean alive(long pid) {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    handle.ifPresent(
        process ->
            process
                .onExit()
                .orTimeout(5, java.util.concurrent.TimeUnit.SECONDS)
                .handle((_, _) -> true)
                .join());
    return ProcessHandle.of(pid).isPresent();
  }

  @Test
  void whatCantBeStartedIsAnError() {
    assertThatThrownBy(
            () ->
                new ProcessHand()
                    .run(directory.resolve("none"), List.of(), directory, Map.of(), LIMITS))
        .isInstanceOf(IOException.class);
  }

  @Test
  void inv14NothingThatChangesExecutionPassesToAChild() throws Exception {
    Map<String, String> inherited =
        Map.ofEntries(
            Map.entry("LD_PRELOAD", "/evil.so"),
            Map.entry("LD_LIBRARY_PATH", "/evil"),
            Map.entry("BASH_ENV", "/evil"),
            Map.entry("ENV", "/evil"),
            Map.entry("GIT_SSH_COMMAND", "evil"),
            Map.entry("GIT_EXTERNAL_DIFF", "evil"),
            Map.entry("PAGER", "evil"),
            Map.entry("EDITOR", "evil"),
            Map.entry("NODE_OPTIONS", "evil"),
            Map.entry("JAVA_TOOL_OPTIONS", "evil"),
            Map.entry("PYTHONPATH", "/evil"),
            Map.entry("GREP_OPTIONS", "evil"),
            Map.entry("OPENAI_API_KEY", "sk-evil"),
            Map.entry("PATH", "/evil"),
            Map.entry("IFS", "x"),
            Map.entry("HOME", "/home/x"),
            Map.entry("LC_TIME", "de_DE.UTF-8"),
            Map.entry("LANG", "C.UTF-8"),
            Map.entry("WRIT_LANG", "de_DE.ISO-8859-1"),
            Map.entry("WRIT_LC_ALL", ""),
            Map.entry("LC_ALL", "C.UTF-8"));
    Map<String, String> environment = new Programs(inherited).environment();

    assertThat(environment)
        .containsOnlyKeys("PATH", "HOME", "LC_TIME", "LANG")
        .containsEntry("LANG", "de_DE.ISO-8859-1");
    String seen =
        new ProcessHand()
            .run(Path.of("/usr/bin/env"), List.of(), directory, environment, LIMITS)
            .stdout()
            .text();
    assertThat(seen).doesNotContain("evil");
  }

  @Test
  void programsAreFoundOnTheFixedPathOnly() throws IOException {
    Programs programs = new Programs(Map.of("PATH", directory.toString()));
    Files.writeString(directory.resolve("own"), "#!/bin/sh\n");
    assertThat(directory.resolve("own").toFile().setExecutable(true)).isTrue();

    assertThat(programs.find("cat")).isPresent();
    for (String name : List.of("own", "", "/bin/cat", "./cat", "../bin/cat", "a\0b", "none")) {
      assertThat(programs.find(name)).isEmpty();
    }
  }
}
