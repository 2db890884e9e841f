// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import java.util.List;
import java.util.random.RandomGenerator;

/// Makes scripts that change a workspace in every way that a program can.
final class HostileOperations {
  private static final List<String> FILES =
      List.of(
          "src/a.txt",
          "src/b.sh",
          "docs/deep/er/c.txt",
          "private.txt",
          "link",
          "new.txt",
          "src/new.txt",
          "n/e/w.txt",
          "out/old.o",
          "out/sub/x");

  private static final List<String> DIRECTORIES =
      List.of("src", "docs", "docs/deep", "empty", "n", "n/e", "out/sub", "fresh");

  private static final List<String> GIT =
      List.of(
          ".git/config", ".git/hooks/pre-commit", ".git/index", ".git/info/exclude", ".git/HEAD");

  private static final List<String> OPERATIONS =
      List.of(
          "echo FILE >> FILE",
          "printf 'x%.0s' 1 2 3 > FILE",
          ": > FILE",
          "rm -f FILE",
          "mv FILE OTHER",
          "ln -f FILE OTHER",
          "ln -sf OTHER FILE",
          "cp -p FILE OTHER",
          "chmod 0MODE FILE",
          "chmod 7MODE DIR",
          "mkdir -p DIR",
          "mkdir -m MODE -p DIR",
          "rm -rf DIR",
          "rmdir DIR",
          "mv DIR TARGET",
          "perl -e 'rename q(DIR), q(TARGET)'",
          "perl -e 'rename q(DIR), q(fresh2); rename q(fresh2), q(DIR)'",
          "perl -e 'rename q(.git), q(TARGET)'",
          "perl -e 'exit if fork; rename q(DIR), q(TARGET)'",
          "perl -e 'rename q(.git), q(gone); rename q(gone), q(.git)'",
          "mv .git gone; echo x >> gone/config; echo x >> gone/hooks/pre-commit; mv gone .git",
          "mv .git TARGET; mkdir .git; echo x > .git/config; rm -r .git; mv TARGET .git",
          "ln -f FILE out/hard; echo more >> out/hard; chmod 0MODE out/hard",
          "ln -f out/old.o FILE; echo more >> FILE",
          "ln -f out/old.o .git/old; ln -f GITFILE FILE; echo x >> FILE",
          "mkfifo DIR/pipe; (echo x > DIR/pipe &)",
          "(exec 9<>DIR/pipe; mkfifo DIR/pipe; setsid sh -c 'sleep 0.01; echo x > DIR/pipe' &)",
          handedOver("\\0abstract", "FILE"),
          handedOver("sock", "FILE"),
          handedOver("DIR/sock", "GITFILE"),
          handedOver("\\0git", ".git/config"),
          "unshare -rm sh -c 'mount --bind DIR docs; echo x > docs/m; mount -t tmpfs t DIR; echo x > DIR/m'",
          "unshare -rm sh -c 'mount -t overlay o -o lowerdir=src,upperdir=docs,workdir=n DIR; echo x > DIR/m'",
          "unshare -r chown 5:5 FILE",
          "rm -rf DIR; echo file > DIR",
          "rm -f FILE; mkdir FILE; echo x > FILE/inner",
          "mkfifo FILE",
          "(setsid sh -c 'sleep 0.01; echo late >> FILE' &)",
          "exec 9>>FILE; rm -f FILE; echo still >&9; exec 9>&-",
          "touch -d 2001-01-01 FILE",
          "truncate -s 100000 FILE",
          "dd if=/dev/zero of=FILE bs=1 count=5 seek=3 conv=notrunc",
          "ln -s /etc/passwd DIR/leak",
          "echo x > GITFILE",
          "rm -rf GITFILE; ln -s ../src/a.txt GITFILE",
          "mkdir -p DIR/.git; echo x > DIR/.git/config",
          "mkdir -p DIR/objects DIR/refs; echo x > DIR/HEAD",
          "unshare -rm true",
          "mount --bind src docs",
          "cd DIR && echo inside > here.txt; cd \"$OLDPWD\"");

  private HostileOperations() {}

  /// Hands a file over a Unix socket, open for writing, to a process that writes when all others
  /// have ended.
  private static String handedOver(String socket, String file) {
    return """
        python3 -c '
        import os, socket, time
        s = socket.socket(socket.AF_UNIX); s.bind("%s"); s.listen()
        if os.fork():
            c = socket.socket(socket.AF_UNIX); c.connect("%s")
            socket.send_fds(c, [b"x"], [os.open("%s", os.O_WRONLY | os.O_APPEND | os.O_CREAT)])
        else:
            os.setsid(); s.settimeout(1)
            fd = socket.recv_fds(s.accept()[0], 1, 1)[1][0]
            time.sleep(0.01)
            os.write(fd, b"late\\n"); os.fchmod(fd, 0o666)
        '"""
        .formatted(socket, socket, file);
  }

  /// So many of them. One that waits for ever, as at a pipe that nobody opens, is given up.
  static String script(RandomGenerator random, int operations) {
    StringBuilder script = new StringBuilder("exec 2>/dev/null\n");
    for (int i = 0; i < operations; i++) {
      script.append("timeout 0.5 sh << 'END'\n").append(next(random)).append("\nEND\n");
    }
    return script.toString();
  }

  private static String next(RandomGenerator random) {
    String line = pick(random, OPERATIONS);
    while (line.contains("OTHER")) {
      line = line.replaceFirst("OTHER", pick(random, FILES));
    }
    return line.replace("GITFILE", pick(random, GIT))
        .replace("FILE", pick(random, FILES))
        .replace("DIR", pick(random, DIRECTORIES))
        .replace("TARGET", pick(random, DIRECTORIES) + "/" + pick(random, List.of("moved", "m2")))
        .replace("MODE", pick(random, List.of("700", "755", "750", "777")));
  }

  private static String pick(RandomGenerator random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
