// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Cases;
import dev.writ.command.language.CommandContext;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.WordExpansion;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DenylistTest {
  private static final CommandContext GROUND =
      new CommandContext(
          "/home/dev/work/app",
          "/home/dev",
          List.of("~/.aws", "/srv/secrets"),
          "/home/dev/work/app");

  @TestFactory
  Stream<DynamicTest> whatIsOnTheListIsBarredByItsRule() {
    return Cases.of("barred.txt").stream()
        .map(
            columns ->
                DynamicTest.dynamicTest(
                    columns.getFirst(),
                    () ->
                        assertThat(rule(Cases.line(columns.getFirst()), GROUND))
                            .isEqualTo(columns.getLast())));
  }

  @TestFactory
  Stream<DynamicTest> theSameIsBarredWhenItIsExpanded() {
    return Cases.of("barred.txt").stream()
        .map(List::getFirst)
        // A pattern's matches may be fewer than it suggests.
        .filter(
            text ->
                Cases.line(text).expanded(HOME_ONLY).equals(Cases.line(text).expanded(NO_STARS)))
        .map(
            text ->
                DynamicTest.dynamicTest(
                    text,
                    () ->
                        assertThat(rule(Cases.line(text).expanded(HOME_ONLY), GROUND))
                            .startsWith("deny.")));
  }

  @TestFactory
  Stream<DynamicTest> whatOnlyLooksLikeItIsNotBarred() {
    return Cases.of("benign.txt").stream()
        .map(List::getFirst)
        .map(
            text ->
                DynamicTest.dynamicTest(
                    text,
                    () -> {
                      assertThat(rule(Cases.line(text), GROUND)).isEqualTo("");
                      assertThat(rule(Cases.line(text).expanded(HOME_ONLY), GROUND)).isEqualTo("");
                    }));
  }

  private static final WordExpansion HOME_ONLY = new Matching(List.of());
  private static final WordExpansion NO_STARS = new Matching(List.of("x"));

  /// Every pattern matches the same.
  private record Matching(List<String> matches) implements WordExpansion {
    @Override
    public List<String> glob(CommandWord.Pattern pattern, String directory) {
      return matches;
    }

    @Override
    public String home() {
      return GROUND.home();
    }

    @Override
    public String place() {
      return "/";
    }
  }

  private static String rule(CommandLine line, CommandContext context) {
    return Denylist.BUILT_IN.judge(line, context).map(BarredCommand::rule).orElse("");
  }

  private static String rule(String text, CommandContext context) {
    return rule(Cases.line(text), context);
  }

  @Test
  void whatIsAboveDependsOnWhereTheWorkspaceIs() {
    CommandContext container =
        new CommandContext("/usr/src/app", "/root", List.of(), "/usr/src/app");
    assertThat(rule("rm -rf /usr/src/app/target", container)).isEmpty();
    assertThat(rule("rm -rf .", container)).isEmpty();
    assertThat(rule("rm -rf ..", container)).isEqualTo("deny.remove-above");
    assertThat(rule("rm -rf /usr/lib", container)).isEqualTo("deny.remove-root");
    assertThat(rule("rm -rf /home/x", container)).isEqualTo("deny.remove-home");

    CommandContext flat = new CommandContext("/flat", "/root", List.of(), "/flat/sub");
    assertThat(rule("rm -rf /flat", flat)).isEmpty();
    assertThat(rule("rm -rf ..", flat)).isEmpty();
    assertThat(rule("rm -rf ../..", flat)).isEqualTo("deny.remove-root");
    assertThat(rule("rm -rf /*", flat)).isEqualTo("deny.remove-root");
    assertThat(rule("rm -rf /f*", flat)).isEqualTo("deny.remove-above");

    CommandContext home = new CommandContext("/home/dev", "/home/dev", List.of(), "/home/dev");
    assertThat(rule("rm -rf .", home)).isEqualTo("deny.remove-home");
    assertThat(rule("rm -rf target", home)).isEmpty();
    assertThat(rule("tee .bashrc", home)).isEqualTo("deny.write-start-file");
  }

  /// The same list answers about one ground after the other.
  @Test
  void eachPartOfTheGroundCounts() {
    CommandContext context = new CommandContext("/w/app", "/home/dev", List.of(), "/w/app");
    CommandContext blocked =
        new CommandContext("/w/app", "/home/dev", List.of("/w/app/keys"), "/w/app");
    CommandContext elsewhere = new CommandContext("/w/app", "/data/me", List.of(), "/w/app");
    CommandContext wider = new CommandContext("/w", "/home/dev", List.of(), "/w/app");
    CommandContext above = new CommandContext("/w", "/home/dev", List.of(), "/w");
    assertThat(rule("rm -rf /w/app/keys", context)).isEmpty();
    assertThat(rule("rm -rf /w/app/keys", blocked)).isEqualTo("deny.remove-blocked");
    assertThat(rule("rm -rf /data/me", context)).isEmpty();
    assertThat(rule("rm -rf /data/me", elsewhere)).isEqualTo("deny.remove-home");
    assertThat(rule("rm -rf ..", context)).isEqualTo("deny.remove-above");
    assertThat(rule("rm -rf ..", wider)).isEmpty();
    assertThat(rule("rm -rf ..", above)).isEqualTo("deny.remove-root");
  }

  @Test
  void blockedPathsInTheWorkspaceStayButTheWorkspaceMayGo() {
    CommandContext context =
        new CommandContext("/w/app", "/home/dev", List.of("/w/app/keys"), "/w/app");
    assertThat(rule("rm -rf keys", context)).isEqualTo("deny.remove-blocked");
    assertThat(rule("rm -rf keys/x", context)).isEqualTo("deny.remove-blocked");
    assertThat(rule("rm -rf k*", context)).isEqualTo("deny.remove-blocked");
    assertThat(rule("rm -rf key", context)).isEmpty();
    assertThat(rule("rm -rf .", context)).isEmpty();
    assertThat(rule("rm -rf ..", context)).isEqualTo("deny.remove-above");
  }

  @Test
  void reasonsSayWhatWouldHappenToWhat() {
    assertThat(Denylist.BUILT_IN.judge(Cases.line("rm -rf 'a\tb/../..'"), GROUND))
        .contains(
            new BarredCommand(
                "deny.remove-above",
                "rm 'a⟨U+0009⟩b/../..' removes a directory above the workspace"));
  }

  @Test
  void furtherPatternsAddAndNeverRemove() {
    Denylist list =
        new Denylist(
            List.of(
                Cases.line("git push *"),
                Cases.line("npm publish"),
                Cases.line("/opt/tool x"),
                Cases.line("docker r?n 'a b'"),
                Cases.line("ls")));
    assertThat(judged(list, "git push origin")).contains("deny.custom");
    assertThat(judged(list, "git push origin main --force")).contains("deny.custom");
    assertThat(judged(list, "/usr/bin/git push origin")).contains("deny.custom");
    assertThat(judged(list, "env git push origin")).contains("deny.custom");
    assertThat(judged(list, "sh -c 'git push origin'")).contains("deny.custom");
    assertThat(judged(list, "echo x && npm publish")).contains("deny.custom");
    assertThat(judged(list, "docker run 'a b' c")).contains("deny.custom");
    assertThat(judged(list, "/opt/tool x y")).contains("deny.custom");
    assertThat(judged(list, "ls -la")).contains("deny.custom");
    assertThat(judged(list, "git push")).isEmpty();
    assertThat(judged(list, "git pull origin")).isEmpty();
    assertThat(judged(list, "npm publis")).isEmpty();
    assertThat(judged(list, "tool x")).isEmpty();
    assertThat(judged(list, "docker run a b")).isEmpty();
    assertThat(judged(list, "rm -rf /")).contains("deny.remove-root");
    assertThat(list.judge(Cases.line("git push x"), GROUND).orElseThrow().reason())
        .isEqualTo("safety.blocked_commands has git push *");
  }

  /// What stands between a program and its subcommand doesn't lead around a pattern.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git -C . commit -m x",
        "git --no-pager -c a.b=c commit",
        "git --git-dir x commit",
        "/usr/bin/git --git-dir=x commit",
        "env git -p commit",
        "docker --context x run y",
        "docker -Dc x run y",
        "docker -cx run y",
        "docker -cH run y",
        "docker -D compose -f c.yml --profile p down",
        "kubectl -n prod --context=x delete pod y",
        "npm --prefix sub publish",
        "pnpm -C sub --filter x publish",
        "cargo +nightly --config a=b publish",
        "terraform -chdir=x destroy",
        "git -c x foo",
      })
  void furtherPatternsAreMeantBehindTheOptionsOfAProgram(String line) {
    Denylist list =
        new Denylist(
            Stream.of(
                    "git commit",
                    "git -c x",
                    "docker run",
                    "docker compose down",
                    "kubectl delete",
                    "npm publish",
                    "pnpm publish",
                    "cargo publish",
                    "terraform destroy")
                .map(Cases::line)
                .toList());
    assertThat(judged(list, line)).contains("deny.custom");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git -C commit status",
        "git --namespace commit log",
        "git log commit",
        "docker --context run ps",
        "make -C x commit",
        "git -C",
        "git --no-pager",
      })
  void theValueOfAnOptionIsNoSubcommand(String line) {
    Denylist list =
        new Denylist(
            Stream.of("git commit", "docker run", "make commit").map(Cases::line).toList());
    assertThat(judged(list, line)).isEmpty();
  }

  private static Optional<String> judged(Denylist list, String text) {
    return list.judge(Cases.line(text), GROUND).map(BarredCommand::rule);
  }
}
