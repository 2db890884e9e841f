// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import java.util.List;
import java.util.random.RandomGenerator;

/// Makes lines of shell that change a workspace in every way that a program can.
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

  /// One line.
  static String next(RandomGenerator random) {
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
