// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedAccess;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.confinement.SandboxConfinement.Paths;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.mechanism.NamespaceSandbox;
import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.SandboxChooser.SandboxSelection;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import dev.writ.sandbox.mechanism.SeatbeltSandbox;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import dev.writ.sandbox.os.ScratchDirectory;
import dev.writ.sandbox.os.TreeRemoval;
import dev.writ.sandbox.protection.PathProtection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The limits of a sandbox, and its handling of changes that it cannot prevent.
class SandboxTest {
  @TempDir Path directory;

  private static List<Sandbox> confining() {
    return Machine.confining();
  }

  private Machine on(Sandbox sandbox) throws IOException {
    return new Machine(sandbox, directory);
  }

  @ParameterizedTest
  @MethodSource("confining")
  void workIsPossible(Sandbox sandbox) throws Exception {
    LaunchResult result =
        on(sandbox)
            .sh(
                """
                set -e
                mkdir -p a/b && echo x > a/b/c && mv a/b/c a/d && ln a/d a/e && ln -s d a/f && cat a/f
                chmod 700 a/d && touch -d 2001-02-03 a/d && [ -n "$(find a/d -not -newermt 2002-01-01)" ]
                cp -p a/d a/g && tar -cf t.tar a && rm -r a && tar -xf t.tar && cmp a/d a/g
                echo y > "$HOME/y" && echo z > "$TMPDIR/z" && cat "$HOME/y" "$TMPDIR/z"
                mkfifo p && (echo through > p &) && cat p
                [ "$(pwd)" = "$PWD" ] && head -c 3 /dev/urandom > /dev/null
                """);

    assertThat(result.stderr().text()).isEmpty();
    assertThat(result.stdout().text()).isEqualTo("x\ny\nz\nthrough\n");
    assertThat(result.exit().status()).isZero();
  }

  @ParameterizedTest
  @MethodSource("confining")
  void aReadOnlyWorkspaceStaysAsItIs(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox).readOnly();
    Path file = Files.writeString(machine.workspace.resolve("f"), "x");
    LaunchResult result = machine.sh("cat f; echo y > f; rm f; echo z > new; chmod 777 f");

    assertThat(result.stdout().text()).isEqualTo("x");
    assertThat(file).hasContent("x");
    assertThat(machine.workspace.resolve("new")).doesNotExist();
  }

  /// Changes that Landlock, or a missing name, permits are reverted and reported.
  @ParameterizedTest
  @MethodSource("confining")
  void aChangeOfProtectedPathsIsRevertedAndTold(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox).protecting("sub/.git", ".mcp.json");
    Path config = machine.workspace.resolve("sub/.git/config");
    Files.createDirectories(config.getParent());
    Files.writeString(config, "old");
    LaunchResult result =
        machine.sh(
            "rm -rf sub; mv sub gone; ln -s /etc sub; mkdir .mcp.json; echo > .mcp.json/x; ls");

    assertThat(config).hasContent("old");
    assertThat(Files.isSymbolicLink(machine.workspace.resolve("sub"))).isFalse();
    assertThat(machine.workspace.resolve(".mcp.json")).doesNotExist();
    assertThat(result.report().reverted()).contains(config, machine.workspace.resolve(".mcp.json"));
    assertThat(result.report().lost()).isEmpty();
  }

  /// Home and temp directory may be used again, but nothing of the command before is in them.
  @ParameterizedTest
  @MethodSource("confining")
  void nothingOfACommandIsLeftForTheNext(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    machine.sh("echo x > $HOME/x; mkdir -p $TMPDIR/y/z; ln -s /etc $TMPDIR/l");
    machine.sh("mkdir $TMPDIR/y && chmod 0 $TMPDIR/y; chmod 500 $HOME");
    LaunchResult result =
        machine.sh("find $HOME $TMPDIR -name [xyzl]; echo n > $HOME/n && echo written");

    assertThat(result.stdout().text()).isEqualTo("written\n");
  }

  /// A path that was blocked or moved between two commands is so for the second one.
  @ParameterizedTest
  @MethodSource("confining")
  void aCommandSeesWhatIsThereNow(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    Path workspace = machine.workspace;
    Path blocked = workspace.resolve("blocked");
    machine.paths(p -> new Paths(List.of(), List.of(blocked), List.of(), List.of()));
    Files.writeString(workspace.resolve("a"), "a");
    assertThat(machine.sh("cat a").stdout().text()).isEqualTo("a");

    Files.move(workspace.resolve("a"), blocked);
    Files.writeString(workspace.resolve("b"), "b");
    assertThat(machine.sh("cat blocked b").stdout().text()).isEqualTo("b");

    Path nested = Files.createDirectory(workspace.resolve("n"));
    Files.writeString(nested.resolve("blocked"), "x");
    Paths deeper = new Paths(List.of(), List.of(nested.resolve("blocked")), List.of(), List.of());
    machine.paths(_ -> deeper).sh(":");
    TreeRemoval.remove(nested);
    assertThat(machine.sh("cat b").stdout().text()).isEqualTo("b");
    machine.paths(_ -> new Paths(List.of(), List.of(blocked), List.of(), List.of()));

    Files.move(workspace, directory.resolve("gone"));
    Files.writeString(Files.createDirectory(workspace).resolve("c"), "c");
    assertThat(machine.sh("cat c").stdout().text()).isEqualTo("c");
  }

  @ParameterizedTest
  @MethodSource("confining")
  void whatIsTooLargeForMemoryComesBackWhole(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox).protecting("sub/.git");
    Path large = machine.workspace.resolve("sub/.git/large");
    Files.createDirectories(large.getParent());
    byte[] content = new byte[3 * PathProtection.MOST_BYTES + 1];
    new SplittableRandom(1).nextBytes(content);
    Files.write(large, content);
    Path sealed = machine.workspace.resolve("sub/.git/sealed");
    Files.write(sealed, content);
    Files.setAttribute(sealed, "unix:mode", 0444);

    assertThat(machine.sh("mv sub gone; rm -rf gone; rm -rf sub; :").report().reverted())
        .contains(large);
    assertThat(large).hasBinaryContent(content);
    if (!(sandbox instanceof NamespaceSandbox)) { // there it can't be written
      for (String script :
          List.of(
              "echo x >> sub/.git/large",
              ": > sub/.git/large",
              ": > sub/.git/large; rm sub/.git/large",
              "printf y | dd of=sub/.git/large bs=1 seek=77 conv=notrunc; mv sub/.git/large x",
              "rm -f sub/.git/large sub/.git/sealed")) {
        LaunchResult result = machine.sh(script);
        assertThat(result.report().reverted()).as(script).contains(large);
        assertThat(result.report().lost()).as(script).isEmpty();
        assertThat(large).hasBinaryContent(content);
        assertThat(sealed).hasBinaryContent(content);
      }
    }
  }

  @Test
  void theIndexIsPutBackAndNobodyIsToldSo() throws Exception {
    Machine machine = on(Machine.get(Wish.LANDLOCK)).protecting(".git");
    Path index = machine.workspace.resolve(".git/index");
    Files.createDirectories(index.getParent());
    Files.writeString(index, "DIRC old");

    LaunchResult result =
        machine.sh("echo DIRC new > .git/index.lock; mv .git/index.lock .git/index");

    assertThat(result.report().reverted()).isEmpty();
    assertThat(index).hasContent("DIRC old");
    for (String script : List.of("rm .git/index", ": > .git/index", "ln -sf x .git/index")) {
      assertThat(machine.sh(script).report().reverted()).as(script).containsExactly(index);
      assertThat(index).hasContent("DIRC old");
    }
  }

  /// Neither its size nor a time reveals that there.
  @Test
  void whatIsWrittenThroughMemoryIsPutBack() throws Exception {
    Path memory = Path.of("/dev/shm");
    Path python = Path.of("/usr/bin/python3");
    assumeTrue(Files.isWritable(memory) && Files.isExecutable(python));
    try (ScratchDirectory scratch = new ScratchDirectory(memory)) {
      Machine machine = new Machine(Machine.get(Wish.LANDLOCK), scratch.path()).protecting(".git");
      Path config = machine.workspace.resolve(".git/config");
      Files.createDirectories(config.getParent());
      Files.writeString(config, "[core]");
      String script =
          "import mmap;f=open('.git/config','r+b');m=mmap.mmap(f.fileno(),0);m[0];m[1]=88;m.close()";

      LaunchResult result = machine.run(machine.program(python.toString(), "-c", script));

      assertThat(result.exit().status()).as(result.stderr().text()).isZero();
      assertThat(config).hasContent("[core]");
      assertThat(result.report().reverted()).containsExactly(config);
    }
  }

  @ParameterizedTest
  @MethodSource("confining")
  void cachesAreReadOrWritten(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    Path read = Files.createDirectory(directory.toRealPath().resolve("read"));
    Path write = Files.createDirectory(directory.toRealPath().resolve("write"));
    Files.writeString(read.resolve("f"), "cached");
    machine.paths(
        p ->
            new Paths(
                List.of(),
                List.of(),
                List.of(),
                List.of(
                    new ConfinedCache(read, ConfinedAccess.READ),
                    new ConfinedCache(write, ConfinedAccess.WRITE),
                    new ConfinedCache(directory.resolve("missing"), ConfinedAccess.LAYER))));
    LaunchResult result =
        machine.sh("cat %s/f; echo x > %1$s/new; echo y > %s/new".formatted(read, write));

    assertThat(result.stdout().text()).isEqualTo("cached");
    assertThat(read.resolve("new")).doesNotExist();
    assertThat(write.resolve("new")).hasContent("y");
  }

  /// As many as there are, with whatever is nested in them; nothing of it is left.
  @Test
  void aLayerTakesWhatIsWrittenAndGoes() throws Exception {
    Machine machine = on(Machine.get(Wish.NAMESPACES));
    Path one = Files.createDirectories(directory.resolve("one")).toRealPath();
    Path store = Files.createDirectories(directory.resolve("one/store")).toRealPath();
    Path two = Files.createDirectories(directory.resolve("two, odd")).toRealPath();
    Files.writeString(one.resolve("f"), "old");
    Files.writeString(two.resolve("f"), "odd");
    machine.paths(
        p ->
            new Paths(
                List.of(),
                List.of(),
                List.of(),
                List.of(
                    new ConfinedCache(one, ConfinedAccess.LAYER),
                    new ConfinedCache(store, ConfinedAccess.WRITE),
                    new ConfinedCache(two, ConfinedAccess.LAYER))));
    LaunchResult result =
        machine.sh(
            "cd %s && echo new > f && mkdir d && echo x > d/x && cat f d/x '%s/f' && id -u && echo y > store/y"
                .formatted(one, two));

    assertThat(result.stderr().text()).isEmpty();
    assertThat(result.stdout().text())
        .isEqualTo("new\nx\nodd" + Files.getAttribute(one, "unix:uid") + "\n");
    assertThat(one.resolve("f")).hasContent("old");
    assertThat(one.resolve("d")).doesNotExist();
    assertThat(store.resolve("y")).hasContent("y\n");
  }

  @Test
  void localhostIsTheSandboxsOwn() throws Exception {
    Machine machine = on(Machine.get(Wish.NAMESPACES)).network(new ConfinedNetwork.Localhost());
    LaunchResult result =
        machine.sh(
            "perl -e 'use Socket; socket(S, AF_INET, SOCK_STREAM, 0) or die;"
                + " bind(S, sockaddr_in(0, INADDR_LOOPBACK)) or die; listen(S, 1);"
                + " my ($p) = sockaddr_in(getsockname(S)); socket(C, AF_INET, SOCK_STREAM, 0);"
                + " connect(C, sockaddr_in($p, INADDR_LOOPBACK)) or die; print qq(own)'");

    assertThat(result.stdout().text()).isEqualTo("own");
  }

  @Test
  void landlockHasNoLoopbackAndSaysSo() throws Exception {
    Machine machine = on(Machine.get(Wish.LANDLOCK)).network(new ConfinedNetwork.Localhost());

    assertThatThrownBy(() -> machine.sh(":"))
        .isInstanceOf(SandboxException.class)
        .hasMessageContaining("namespaces");
  }

  /// While further stages are started, the thread that starts them is under the same rules.
  @Test
  void theThreadThatStartsProgramsIsOutOfReach() throws Exception {
    Machine machine = on(Machine.get(Wish.LANDLOCK));
    LaunchStage attack =
        machine.program(
            "/usr/bin/perl",
            "-e",
            "for my $n (1..400) { for my $d (1..40) { for my $c (%s) {"
                    .formatted("[234, getppid(), $$ - $d, 0], [200, $$ - $d, 0]")
                + " print 'reached' if syscall(@$c) == 0 } } }");
    LaunchStage further = machine.program("/bin/cat");

    LaunchResult result = machine.run(attack, further, further, further, further, further, further);

    assertThat(result.stdout().text()).isEmpty();
  }

  /// Memory is the machine's: no part of the sandbox may take all of it.
  @Test
  void onlySmallFileSystemsInMemoryCanBeWritten() throws Exception {
    LaunchResult result =
        on(Machine.get(Wish.NAMESPACES))
            .sh(
                """
                for f in /x /dev/x /dev/pts/x /proc/x; do echo x 2>/dev/null >$f && echo "$f"; done
                for d in /dev/shm /tmp /var/tmp "$HOME"; do
                  echo x >$d/x && [ "$(df -k --output=size $d | tail -1)" -le 1048576 ] || echo $d
                done
                echo x >/dev/null && echo over
                """);

    assertThat(result.stdout().text()).isEqualTo("over\n");
  }

  @Test
  void nothingIsChosenSilently() {
    SandboxChooser chooser = new SandboxChooser();

    assertThat(chooser.choose(Wish.NONE))
        .isInstanceOfSatisfying(
            SandboxSelection.UnavailableSandbox.class,
            none -> assertThat(none.reason()).contains("--no-sandbox"));
    assertThat(chooser.choose(Wish.SEATBELT))
        .isInstanceOf(SandboxSelection.UnavailableSandbox.class);
    assertThatThrownBy(() -> new UnsandboxedConsent(" "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSandboxThatCantBeSetUpRunsNothing() throws Exception {
    Machine machine = on(Machine.get(Wish.NAMESPACES));
    Path victim = machine.workspace.resolve("ran");
    LaunchStage elsewhere =
        new LaunchStage(
            Path.of("/bin/sh"),
            List.of("sh", "-c", "touch " + victim),
            Map.of(),
            machine.workspace.resolve("missing"),
            LaunchRequest.LaunchRedirections.NONE);

    assertThatThrownBy(() -> machine.run(elsewhere)).isInstanceOf(SandboxException.class);
    assertThat(victim).doesNotExist();
  }

  @Test
  void theProfileForSeatbelt() throws Exception {
    SandboxConfinement confinement =
        new SandboxConfinement(
            Path.of("/w/a \"b\""),
            true,
            Path.of("/Users/u"),
            new Paths(
                List.of(Path.of("/w/.git")),
                List.of(Path.of("/w/.env")),
                List.of(Path.of("/jdk")),
                List.of(new ConfinedCache(Path.of("/Users/u/.m2"), ConfinedAccess.LAYER))),
            ConfinedNetwork.DENY);

    assertThat(SeatbeltSandbox.profile(confinement, Path.of("/private/tmp/x")))
        .startsWith("(version 1)\n(deny default)\n")
        .endsWith(
            """
            (allow file-read* (subpath "/jdk"))
            (allow file-read* (subpath "/Users/u/.m2"))
            (allow file-read* file-write* (subpath "/private/tmp/x"))
            (allow file-read* file-write* (subpath "/w/a \\"b\\""))
            (deny file-write* (subpath "/w/.git"))
            (deny file-read* file-write* (subpath "/w/.env"))
            (deny network*)
            """);
  }
}
