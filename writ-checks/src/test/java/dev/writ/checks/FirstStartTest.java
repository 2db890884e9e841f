// Implements: docs/spec/17-quality.md §17.4 (Packaging)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The screen of the first start: the build's progress, and missing requirements.
class FirstStartTest {
  private static final int MOST_SECONDS = 60;
  private static final List<String> TOOLS =
      List.of(
          "sh", "id", "tail", "uname", "sed", "mkdir", "rm", "cat", "grep", "head", "tee", "mv",
          "dirname");

  @TempDir Path directory;
  private Path checkout;
  private Path tools;

  @BeforeEach
  void scripts() throws IOException {
    checkout = directory.resolve("checkout");
    Path build = Files.createDirectories(checkout.resolve("build"));
    for (String name : new String[] {"image.sh", "start.sh", "jdk.sh"}) {
      Files.copy(Project.ROOT.resolve("build").resolve(name), build.resolve(name));
    }
    tools = Files.createDirectory(directory.resolve("tools"));
    for (String name : TOOLS) {
      Path real = Path.of("/usr/bin", name);
      tool(name, "exec %s \"$@\"".formatted(Files.exists(real) ? real : Path.of("/bin", name)));
    }
  }

  private void tool(String name, String text) throws IOException {
    Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String run(int status, String install, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(checkout.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("WRIT_INSTALL_TOOLS", install);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isEqualTo(status);
    return output;
  }

  /// Looks for a JDK on a machine that has none, unless that file is there.
  private String search(int status, String install, String release) throws Exception {
    Files.writeString(directory.resolve("os-release"), release.replace(';', '\n') + "\n");
    return run(
        status,
        install,
        "sh",
        "-c",
        """
        home=$PWD
        java=$JAVA_HOME
        unset JAVA_HOME
        . build/start.sh
        . build/jdk.sh
        os_release=$HOME/os-release
        jdk_places() { [ ! -e "$HOME/installed" ] || printf '%s\\n' "$java"; }
        id() { echo 0; }
        find_jdk && echo "found $jdk"
        """);
  }

  @Test
  void theBuildShowsItsModulesAndOnlyItsErrors() throws Exception {
    tool(
        "mvn",
        """
        echo '[INFO] Building Writ base 0.1.0                              [1/2]'
        echo '[INFO] Building Writ kernel 0.1.0 [2/2]'
        echo '[WARNING] something'
        echo '[ERROR] it is broken'
        exit 1\
        """);
    String output = run(1, "", "sh", "build/image.sh", "force");
    assertThat(output)
        .contains("writ:   1/2  Writ base\n", "writ:   2/2  Writ kernel\n")
        .contains("[ERROR] it is broken", "the build failed")
        .doesNotContain("something");
    assertThat(checkout.resolve("target/build.log")).content().contains("[WARNING] something");
  }

  @Test
  void aBuildThatEndsWithoutAnErrorOfItsOwnShowsItsLastLines() throws Exception {
    tool("mvn", "echo 'Unrecognized option: -o'\nexit 1");
    assertThat(run(1, "", "sh", "build/image.sh", "force"))
        .contains("Unrecognized option: -o", "the build failed");
  }

  /// Some builds of Maven put the terminal's colours back at the end, without a line end.
  @Test
  void whatMavenPrintsLastIsNoFailure() throws Exception {
    tool("mvn", "printf '[INFO] done\\n\\033[0m'");
    tool("date", "echo assembling >&2\nexit 1"); // the first thing that follows
    assertThat(run(1, "", "sh", "build/image.sh", "force"))
        .contains("assembling")
        .doesNotContain("the build failed");
  }

  @Test
  void aCloneThatCannotBeWrittenIsNamed() throws Exception {
    Files.writeString(checkout.resolve("target"), "");
    assertThat(run(1, "", "sh", "build/image.sh"))
        .contains(checkout + " can't be written", "clone it where you may write")
        .doesNotContain("mkdir");
  }

  /// The first start itself, on a machine whose directories of JDKs are those that are named.
  private String firstStart(String places) throws Exception {
    Files.copy(Project.ROOT.resolve("writ"), checkout.resolve("writ"));
    Files.writeString(directory.resolve("os-release"), "ID=debian\nVERSION_ID=\"13\"\n");
    Files.writeString(
        checkout.resolve("build/jdk.sh"),
        """

        unset JAVA_HOME
        os_release=$HOME/os-release
        jdk_places() { printf '%%s\\n' %s; }
        id() { echo 0; }
        """
            .formatted(places),
        StandardOpenOption.APPEND);
    tool("apt-get", "echo must not run");
    return run(1, "", "sh", "writ", "--version");
  }

  private Path jdk(int version) throws IOException {
    Path jdk = Files.createDirectories(directory.resolve("jdk-" + version));
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + ".0.1\"\n");
    for (String program : List.of("java", "javac")) {
      Path file = Files.writeString(jdk.resolve("bin").resolve(program), "#!/bin/sh\nexit 1\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return jdk;
  }

  @Test
  void onABareMachineTheFirstStartSaysTheOneCommand() throws Exception {
    assertThat(firstStart(""))
        .isEqualTo(
            """
            writ: needs a JDK 25 or newer to build. Install with:
              apt-get update && apt-get install -y openjdk-25-jdk-headless maven
            writ: (WRIT_INSTALL_TOOLS=1 does so without asking)
            writ: no JDK 25 or newer was found; JAVA_HOME names one that is elsewhere
            """);
  }

  @Test
  void anOldJdkIsNotTakenAndMavenThatIsThereNotInstalledAgain() throws Exception {
    tool("mvn", "echo must not run");
    assertThat(firstStart(jdk(17).toString()))
        .contains("apt-get install -y openjdk-25-jdk-headless\n")
        .doesNotContain("must not run");
  }

  @Test
  void whereOnlyMavenIsMissingOnlyMavenIsNamed() throws Exception {
    assertThat(firstStart(jdk(17) + " " + jdk(25)))
        .isEqualTo(
            """
            writ: needs Maven 3.8 or newer to build. Install with:
              apt-get update && apt-get install -y maven
            writ: (WRIT_INSTALL_TOOLS=1 does so without asking)
            writ: no Maven was found on the PATH
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apt-get|ID=debian;VERSION_ID=\"13\"|apt-get update && apt-get install -y"
            + " openjdk-25-jdk-headless maven",
        "apt-get|ID=debian;VERSION_ID=\"12\"|apt-get update && apt-get install -y maven curl &&"
            + " mkdir -p ~/.jdks && curl -fsSL ",
        "dnf|ID=fedora|dnf install -y java-25-openjdk-devel maven",
        "apk|ID=alpine|apk add openjdk25 maven",
        "brew||brew install openjdk maven",
      })
  void withoutAJdkTheCommandOfThisSystemIsPrinted(String manager, String release, String line)
      throws Exception {
    tool(manager, "echo must not run");
    assertThat(search(1, "", release == null ? "" : release))
        .contains("needs a JDK 25 or newer to build. Install with:\n  " + line)
        .contains("WRIT_INSTALL_TOOLS=1")
        .doesNotContain("must not run");
  }

  @Test
  void unattendedItInstallsWhereAVariableSaysSo() throws Exception {
    tool("apt-get", "echo \"$@\" >>\"$HOME/asked\"; : >\"$HOME/installed\"");
    assertThat(search(0, "1", "ID=debian;VERSION_ID=\"13\"")).contains("found ");
    assertThat(directory.resolve("asked"))
        .hasContent("update\ninstall -y openjdk-25-jdk-headless maven\n");
  }

  @Test
  void whatCannotBeInstalledIsAnError() throws Exception {
    tool("apt-get", "exit 1");
    assertThat(search(1, "1", "ID=debian;VERSION_ID=\"13\""))
        .contains("that failed", "no JDK 25 or newer was found", "JAVA_HOME");
  }
}
