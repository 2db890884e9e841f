// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.sandbox.launch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.base.value.HostList;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A user without rights, for tests that root runs.
public final class PlainUser {
  private static final int NOBODY = 65534;

  private PlainUser() {}

  /// Runs a class of the tests in a JVM of its own.
  ///
  /// @param directory an empty one, which gets all that the user may read
  /// @return what it says
  public static String said(Class<?> program, Path directory, String... words)
      throws IOException, InterruptedException {
    assumeTrue(Files.isWritable(Path.of("/proc/sys/kernel/printk")), "not root");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv");
    copy(Path.of("target/classes"), directory.resolve("classes"));
    copy(Path.of("target/test-classes"), directory.resolve("classes"));
    Path base = directory.resolve("base");
    copy(place(HostList.class), base);
    Path temp = Files.createDirectory(directory.resolve("tmp"));
    open(directory);
    Files.setAttribute(temp, "unix:uid", NOBODY);
    List<String> argv = new ArrayList<>(List.of("setpriv", "--reuid=" + NOBODY));
    argv.addAll(List.of("--regid=" + NOBODY, "--clear-groups"));
    argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    argv.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    argv.addAll(List.of("-Djava.io.tmpdir=" + temp, "-cp"));
    argv.add(directory.resolve("classes") + ":" + base);
    argv.add(program.getName());
    argv.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
    Process process = builder.directory(temp.toFile()).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    process.waitFor();
    assumeTrue(!said.startsWith("unavailable"), said);
    return said;
  }

  private static Path place(Class<?> one) throws IOException {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : paths.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (!Files.isDirectory(target)) {
          Files.copy(path, target);
        }
      }
    }
  }

  /// JUnit makes its directories for the owner only.
  private static void open(Path directory) throws IOException {
    Files.setPosixFilePermissions(
        directory, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
