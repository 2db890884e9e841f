// Implements: docs/spec/17-quality.md §17.4 (Packaging)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./dev install` and `./dev uninstall`, with a checkout whose program prints its arguments.
class InstallTest {
  private static final int MOST_SECONDS = 60;

  @TempDir Path directory;
  private Path checkout;
  private Path prefix;

  @BeforeEach
  void scripts() throws IOException {
    checkout = directory.resolve("a checkout");
    Path build = Files.createDirectories(checkout.resolve("build"));
    prefix = directory.resolve("a prefix");
    Files.copy(Project.ROOT.resolve("build/install.sh"), build.resolve("install.sh"));
    Path writ = Files.writeString(checkout.resolve("writ"), "#!/bin/sh\necho \"made by $*\"\n");
    Files.setPosixFilePermissions(writ, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String run(int status, String path, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "build/install.sh"));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(checkout.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", path);
    builder.environment().put("HOME", directory.toString());
    builder.environment().remove("PREFIX");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isEqualTo(status);
    return output;
  }

  private List<String> installed(Path below) throws IOException {
    if (!Files.exists(below)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(below)) {
      return all.filter(p -> !Files.isDirectory(p)).map(p -> "" + below.relativize(p)).toList();
    }
  }

  @Test
  void installsALinkCompletionAndAManualPageAndTakesThemAway() throws Exception {
    String output = run(0, "/usr/bin:/bin", "install", "--prefix", prefix.toString());

    assertThat(output).contains("is not on your PATH", "export PATH=\"" + prefix + "/bin:$PATH\"");
    assertThat(prefix.resolve("bin/writ").toRealPath())
        .isEqualTo(checkout.resolve("writ").toRealPath());
    assertThat(prefix.resolve("share/bash-completion/completions/writ"))
        .hasContent("made by completion bash");
    assertThat(prefix.resolve("share/zsh/site-functions/_writ"))
        .hasContent("made by completion zsh");
    assertThat(prefix.resolve("share/fish/vendor_completions.d/writ.fish"))
        .hasContent("made by completion fish");
    assertThat(prefix.resolve("share/man/man1/writ.1")).hasContent("made by help --man");
    assertThat(installed(prefix)).hasSize(5);

    run(0, "/usr/bin:/bin", "uninstall", "--prefix", prefix.toString());
    assertThat(installed(prefix)).isEmpty();
  }

  @Test
  void usuallyInstallsBelowTheHomeAndMayBeRepeated() throws Exception {
    String path = "/usr/bin:/bin:" + directory.resolve(".local/bin");
    for (int time = 0; time < 2; time++) {
      assertThat(run(0, path, "install")).contains("Installed").doesNotContain("PATH");
    }
    assertThat(directory.resolve(".local/bin/writ")).isSymbolicLink();
  }

  @Test
  void anotherProgramOfThatNameStays() throws Exception {
    Path other = Files.createDirectories(prefix.resolve("bin")).resolve("writ");
    Files.writeString(other, "other");
    for (String act : new String[] {"install", "uninstall"}) {
      assertThat(run(1, "/usr/bin:/bin", act, "--prefix=" + prefix)).contains(other.toString());
      assertThat(installed(prefix)).containsExactly("bin/writ");
      assertThat(other).hasContent("other");
    }
  }

  @Test
  void whatItCannotDoIsSaid() throws Exception {
    assertThat(run(1, "/usr/bin:/bin", "install", "--prefix", "relative")).contains("absolute");
    assertThat(run(1, "/usr/bin:/bin", "install", "--what")).contains("no option '--what'");
    assertThat(run(1, "/usr/bin:/bin", "install", "--prefix", "/proc/nothing"))
        .contains("use --prefix DIR");
  }
}
