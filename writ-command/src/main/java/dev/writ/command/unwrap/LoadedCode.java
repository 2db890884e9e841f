// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Files that programs load as code because an option names them: plug-ins, agents, scripts.
final class LoadedCode {
  /// Programs, with the options whose value they load.
  private static final Map<String, List<String>> OPTIONS =
      table(
          """
          gcc g++ cc c++ clang clang++|-fplugin -fpass-plugin -specs -load -Xclang -B
          opt llc|-load -load-pass-plugin
          ld ld.bfd ld.gold ld.lld gold|-plugin --plugin
          rustc|-Zcodegen-backend -C -Clinker
          openssl|-engine -provider -config engine -t
          java|-jar -cp -classpath --class-path -p --module-path -javaagent: -agentpath:
          node nodejs tsx ts-node|-r --require --import --loader --experimental-loader --env-file
          make gmake|-f --file --makefile
          just|-f --justfile
          ninja cmake|-f -C -P
          gradle|-I --init-script -b
          mvn|-f --file -s --settings
          vim vi nvim ex view gvim|-S -u -c --cmd
          emacs|-l --load --script
          gdb|-x --command -ix
          lldb|-s --source -S
          awk gawk mawk nawk|-f --file -l --load -i --include -e
          sed gsed|-f --file
          ruby|-r -I
          perl|-I
          php|-d -c
          lua luajit|-l
          sqlite3 sqlite|-init
          psql|-f --file
          ssh-keygen|-D
          ssh-add|-s
          pytest|-p -c
          pip pip3|-r
          """);

  private LoadedCode() {}

  private static Map<String, List<String>> table(String rows) {
    Map<String, List<String>> table = new HashMap<>();
    for (String row : rows.lines().toList()) {
      String[] columns = row.split("\\|", 2);
      for (String name : columns[0].split(" ", -1)) {
        table.put(name, List.of(columns[1].split(" ", -1)));
      }
    }
    return table;
  }

  /// The values of such options of a command.
  static Stream<String> files(Command command) {
    List<String> options = OPTIONS.getOrDefault(command.programName(), List.of());
    List<String> argv = command.argv();
    return IntStream.range(1, argv.size())
        .boxed()
        .flatMap(
            i ->
                options.stream()
                    .filter(argv.get(i)::startsWith)
                    .map(
                        option ->
                            argv.get(i).equals(option) && i + 1 < argv.size()
                                ? argv.get(i + 1)
                                : argv.get(i).substring(option.length())))
        .map(value -> value.substring(value.indexOf('=') + 1));
  }
}
