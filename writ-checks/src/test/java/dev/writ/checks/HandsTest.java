// Implements: docs/spec/02-architecture.md §2.2 (Modules); docs/spec/01-product.md §1.2
// (Invariants)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The permitted users of files, processes, class loaders and sockets. INV-10: only the kernel's
/// hands.
class HandsTest {
  private static final List<String> HANDS =
      List.of(
          "dev.writ.sandbox..",
          "dev.writ.kernel.code",
          "dev.writ.kernel.comparison",
          "dev.writ.kernel.store",
          "dev.writ.kernel.workspace",
          "dev.writ.kernel.file",
          "dev.writ.kernel.hand",
          "dev.writ.kernel.history",
          "dev.writ.kernel.objects",
          "dev.writ.kernel.program",
          "dev.writ.kernel.repository",
          "dev.writ.kernel.secret",
          "dev.writ.kernel.view");

  /// The APIs that reach outside, by class, package (`..` with those below) or member.
  private static final List<String> REACH = Project.data("reach.txt");

  /// The exemptions, with their reasons.
  private static final List<Exemption> EXEMPTIONS =
      Project.data("reach-exemptions.txt").stream().map(Exemption::of).toList();

  record Exemption(String who, String what) {
    static Exemption of(String line) {
      String[] parts = line.split("\\s+", 2);
      return new Exemption(parts[0], parts[1]);
    }

    boolean covers(Built.Use use) {
      return Built.covers(who, use.from()) && use.matches(what);
    }
  }

  @Test
  void onlyTheHandsReachOutside() {
    List<Built.Use> reaching = reaching();
    assertThat(reaching)
        .as("the rule sees something, at least the hands' own reach")
        .anyMatch(use -> use.type().equals("java.nio.file.Files"));
    assertThat(reaching)
        .filteredOn(use -> HANDS.stream().noneMatch(hand -> Built.covers(hand, use.from())))
        .filteredOn(use -> EXEMPTIONS.stream().noneMatch(exemption -> exemption.covers(use)))
        .isEmpty();
  }

  /// From any other module the JVM warns on standard error, in the middle of a question.
  @Test
  void nativeCallsComeFromModulesThatTheStartEnables() throws IOException {
    String start = Files.readString(Project.ROOT.resolve("build/start.sh"));
    List<String> enabled =
        Pattern.compile("--enable-native-access=(\\S+)")
            .matcher(start)
            .results()
            .map(flag -> flag.group(1) + "..")
            .toList();
    List<Built.Use> calling =
        Built.uses(Built.in("dev.writ..")).stream()
            .filter(use -> use.matches("java.lang.foreign.Linker"))
            .toList();
    assertThat(calling).hasSizeGreaterThan(10);
    assertThat(calling)
        .filteredOn(use -> enabled.stream().noneMatch(name -> Built.covers(name, use.from())))
        .isEmpty();
  }

  @Test
  void noExemptionIsLeftOver() {
    List<Built.Use> reaching = reaching();
    assertThat(EXEMPTIONS)
        .allSatisfy(exemption -> assertThat(reaching).anyMatch(exemption::covers));
  }

  @Test
  void engineAndToolsHaveNoExemption() {
    assertThat(EXEMPTIONS)
        .extracting(Exemption::who)
        .noneMatch(who -> who.startsWith("dev.writ.engine") || who.startsWith("dev.writ.tools"));
  }

  @Test
  void toolsUseOnlyWhatIsAllowed() {
    Allowed allowed = new Allowed(Project.data("tools-allowlist.txt"), published());
    assertThat(Built.uses(Built.in("dev.writ.tools..")))
        .filteredOn(use -> !allowed.allows(use))
        .isEmpty();
  }

  /// The allowlist itself is tried on the kernel, which uses things that tools may not: so it is
  /// known to see them even while there are few tools.
  @Test
  void theAllowlistRefuses() {
    Allowed allowed = new Allowed(Project.data("tools-allowlist.txt"), published());
    assertThat(
            Stream.of(
                    use("java.nio.file.Files", "java.nio.file.Files.readString"),
                    use("java.nio.file.Path", "java.nio.file.Path.toRealPath"),
                    use("java.nio.file.Path", "java.nio.file.Path.toFile"),
                    use("java.lang.Runtime", "java.lang.Runtime.exec"),
                    use("java.lang.ProcessBuilder", "java.lang.ProcessBuilder.new"),
                    use("java.lang.Class", "java.lang.Class.forName"),
                    use("java.lang.Thread", "java.lang.Thread.getContextClassLoader"),
                    use("java.lang.System", "java.lang.System.getenv"),
                    use("java.util.Scanner", "java.util.Scanner.new"),
                    use("java.util.ServiceLoader", "java.util.ServiceLoader.load"),
                    use("java.net.Socket", "java.net.Socket.new"),
                    use("java.lang.String", "java.lang.String.getClass"),
                    use(
                        "dev.writ.kernel.workspace.WorkspaceRoot",
                        "dev.writ.kernel.workspace.WorkspaceRoot.open"))
                .filter(allowed::allows))
        .isEmpty();
    assertThat(
            Stream.of(
                use("java.nio.file.Path", "java.nio.file.Path.resolve"),
                use("java.lang.String", "java.lang.String.strip"),
                use("java.util.List", "java.util.List.of"),
                use("java.util.Map$Entry", "java.util.Map$Entry.getKey"),
                use("com.google.re2j.Pattern", "com.google.re2j.Pattern.compile"),
                use("dev.writ.kernel.call.ToolCall", "dev.writ.kernel.call.ToolCall.id")))
        .allMatch(allowed::allows);
  }

  private static Built.Use use(String type, String member) {
    return new Built.Use("dev.writ.tools.Any", type, member);
  }

  private static List<Built.Use> reaching() {
    return Built.uses(Built.in("dev.writ..")).stream()
        .filter(use -> REACH.stream().anyMatch(use::matches))
        .toList();
  }

  private static Set<String> published() {
    return Stream.of("base", "command", "records", "kernel")
        .flatMap(module -> ModuleFinder.of(Project.jar(module)).findAll().stream())
        .flatMap(module -> module.descriptor().exports().stream())
        .filter(exports -> !exports.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toSet());
  }

  /// The allowlist: `allow <package or class> [but <class or member>…]` and
  /// `only <class> <member>…`; an `only` goes before an `allow`.
  private static final class Allowed {
    private final List<String[]> allows = new ArrayList<>();
    private final List<String[]> only = new ArrayList<>();

    Allowed(List<String> lines, Set<String> published) {
      for (String line : lines) {
        String[] words = line.split("\\s+");
        switch (words[0]) {
          case "allow" -> allows.add(words);
          case "only" -> only.add(words);
          default -> throw new IllegalArgumentException(line);
        }
      }
      published.forEach(name -> allows.add(new String[] {"allow", name}));
    }

    boolean allows(Built.Use use) {
      for (String[] line : only) {
        if (use.type().equals(line[1])) {
          return use.member().equals(use.type())
              || Stream.of(line)
                  .skip(2)
                  .anyMatch(name -> use.member().equals(line[1] + "." + name));
        }
      }
      return use.type().indexOf('.') < 0 // a primitive
          || (allows.stream().anyMatch(line -> allows(line, use))
              && !use.member().endsWith(".getClass"));
    }

    private static boolean allows(String[] line, Built.Use use) {
      return Built.covers(line[1], use.type()) && Stream.of(line).skip(3).noneMatch(use::matches);
    }
  }
}
