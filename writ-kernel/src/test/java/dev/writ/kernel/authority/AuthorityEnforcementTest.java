// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.JsonException;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.command.parser.CommandPattern;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.pack.file.PackCandidate;
import dev.writ.pack.file.PackException;
import dev.writ.pack.file.PackFiles;
import dev.writ.pack.file.PackRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a token says of each program of a line, with the reason, by the packs of the checkout.
class AuthorityEnforcementTest {
  private static final Path PACKS = Path.of(System.getProperty("writ.root")).resolve("packs");
  private static final long NOW = 1_000;

  private static final String CASES =
      """
      none | ls | free
      none | ls ~/.ssh/id_rsa | free
      none | cat .env | free
      none | git commit | beyond: this project grants nothing yet; `writ init` would end these questions
      none | git push | beyond: git push: changes the remote repository
      none | git fetch | beyond: git fetch needs the network
      none | curl https://example.org | beyond: this project grants nothing yet
      none | git reset --hard | beyond: git reset: commits or changes are lost
      none | xargs rm | beyond: this project grants nothing yet; `writ init` would end these questions
      none | MINE=1 ls | free
      none | CI=1 FOO=1 ls | destructive: [FOO is set, and no person has reviewed its effects]
      none | FOO=1 BAR=2 git commit | beyond: this project grants nothing yet; `writ init` would end these questions; FOO is set, and no person has reviewed its effects; BAR is set, and no person has reviewed its effects
      none | FOO=1 git log -1 | destructive: [FOO is set, and no person has reviewed its effects]
      observe | FOO=1 git log -1 | destructive: [FOO is set, and no person has reviewed its effects]
      malformed | FOO=1 git commit | AUTHORITY_DENIED: git is more than reading (observe: 1:1: nonsense)
      parameters | FOO=1 git commit -m x | destructive: [FOO is set, and no person has reviewed its effects]
      parameters | FOO=1 git reset --hard | destructive: [git reset: commits or changes are lost, FOO is set, and no person has reviewed its effects]
      local | FOO=1 git fetch | network: git fetch needs the network [FOO is set, and no person has reviewed its effects]
      none | NODE_ENV=test GIT_PAGER=cat MAVEN_OPTS=-Xmx1g TEST_DB=x ls | free
      none | LANG=de_DE.UTF-8 LANGUAGE=de:en LC_ALL=C TZ=Europe/Berlin TERM=xterm-256color ls | free
      none | LANGUAGE=../l10n TZ=/zone TERM=./x ls | destructive: [LANGUAGE is set, and no person has reviewed its effects, TZ is set, and no person has reviewed its effects, TERM is set, and no person has reviewed its effects]
      none | PYTHONPATH=src:. ls | destructive: [PYTHONPATH may make it run code of the workspace]
      all | PYTHONPATH=/tmp ls | COMMAND_UNSUPPORTED: PYTHONPATH changes what is executed, so no command may set it so
      all | PYTHONPATH=a/../.. ls | COMMAND_UNSUPPORTED: PYTHONPATH changes what is executed, so no command may set it so
      all | MAVEN_OPTS=-javaagent:x ls | COMMAND_UNSUPPORTED: MAVEN_OPTS changes what is executed, so no command may set it so
      all | GIT_PAGER=x ls | COMMAND_UNSUPPORTED: GIT_PAGER changes what is executed, so no command may set it so
      all | TEST_LAUNCHER=x ls | COMMAND_UNSUPPORTED: TEST_LAUNCHER changes what is executed, so no command may set it so
      all | LD_PRELOAD=x ls | COMMAND_UNSUPPORTED: LD_PRELOAD changes what is executed, so no command may set it so
      all | env BASH_ENV=x make | COMMAND_UNSUPPORTED: BASH_ENV changes what is executed, so no command may set it so
      all | CI=1 env -i PATH=. ls | COMMAND_UNSUPPORTED: PATH changes what is executed, so no command may set it so
      untrusted | git commit | beyond: no person has confirmed .writ/project.yaml in its current state; `writ trust` does that
      malformed | git commit | AUTHORITY_DENIED: git is more than reading (observe: 1:1: nonsense)
      malformed | python3 -c 'print(1)' | AUTHORITY_DENIED: python3 is more than reading (observe: 1:1: nonsense)
      observe | ls | free
      observe | git commit | beyond: git is more than the level observe permits
      observe | python3 -c 'print(1)' | beyond: python3 is more than the level observe permits
      ended | git commit | AUTHORITY_DENIED: the authority of this project has expired (scoped_commands from .writ/project.yaml)
      ended | ls | free
      ending | git commit | safe
      tools | git status | safe
      tools | git status --short | beyond: git.status may have no parameters at the level tools_only
      tools | git log | safe
      tools | git log -1 | beyond: git.log may have no parameters at the level tools_only
      tools | git commit | beyond: git.commit is not in allowed_tools
      tools | git nosuch | beyond: git: nosuch: this word is not named
      tools | git status --nosuch | beyond: git status: --nosuch: this option is not named
      tools | nosuch | beyond: there is no pack for nosuch, and tools_only permits packs' tools
      tools | wc x | PACK_INVALID: the pack of wc is refused: the file is a pack of ls
      tools | python3 -c 'print(1)' | beyond: python.code is not in allowed_tools
      parameters | git commit -m x | safe
      parameters | git reset --hard | destructive: [git reset: commits or changes are lost]
      parameters | git push | network: git push needs the network [git push: changes the remote repository]
      parameters | git nosuch | beyond: git: nosuch: this word is not named
      contained | git commit -m x | safe
      contained | git reset --hard | destructive: [git reset: commits or changes are lost]
      contained | rm -rf build | safe
      contained | xargs rm | safe
      contained | git fetch | network: git fetch needs the network []
      contained | nosuch --x | safe
      contained | python3 -c 'print(1)' | safe
      contained | valgrind ./app | safe
      contained | kill 1 | destructive: [kill: ends processes]
      contained | git nosuch | destructive: [git: nosuch: this word is not named]
      contained | git checkout --nosuch | destructive: [git checkout: --nosuch: this option is not named]
      contained | gh nosuch | network: gh needs the network []
      contained | cargo build --nosuch | safe
      contained | cargo fetch | network: cargo fetch needs the network []
      contained | xargs sh | safe
      contained | xargs git | destructive: [git: ?: this word is not named]
      contained | xargs -I{} git {} | destructive: [git: {}: this word is not named]
      contained | xargs npm | destructive: [npm: ?: this word is not named]
      contained | xargs curl | network: curl send needs the network []
      contained | FOO=1 PYTHONPATH=src ls | free
      contained | FOO=1 npm test | safe
      contained | FOO=1 git add a | destructive: [FOO is set, and no person has reviewed its effects]
      contained | git -c a.b=c stash clear | destructive: [git usage: -c: the option -c is not named]
      contained | git grep -Osh x | destructive: [git grep: -Osh: the option -O is not named]
      contained | git symbolic-ref -d refs/stash | destructive: [git symbolic-ref: -d: the option -d is not named]
      contained | git commit --ame -m x | destructive: [git commit: --ame: this option is not named]
      contained | git bisect run sh | destructive: [git bisect: run: this word is not named]
      contained | npm -C . publish | destructive: [npm usage: -C: the option -C is not named]
      contained | npm --foo run deploy | destructive: [npm usage: --foo: this option is not named]
      contained | GIT_SSH=x git fetch | COMMAND_UNSUPPORTED: GIT_SSH changes what is executed, so no command may set it so
      contained-hosts | gh nosuch | destructive: [gh: nosuch: this word is not named]
      contained-hosts | curl https://example.org | safe
      contained-hosts | ./curl https://example.org | safe
      contained | ./curl https://example.org | network: curl needs the network: https://example.org []
      contained-hosts | git push | destructive: [git push: changes the remote repository]
      contained-hosts | ./gh pr create | destructive: [gh pr: changes things on GitHub]
      contained-hosts | node_modules/.bin/npm publish | destructive: [npm publish: publishes the package]
      contained | ./gh pr create | network: gh pr needs the network [gh pr: changes things on GitHub]
      contained | wc -l --nosuch | PACK_INVALID: the pack of wc is refused: the file is a pack of ls
      contained-git | git commit -m x | safe
      contained-git | rm x | beyond: rm is more than the level observe permits
      contained-none | rm x | beyond: rm is more than the level observe permits
      contained-none | ls | free
      tools-none | git status | beyond: git is not in allowed_bins
      contained-ended | rm x | AUTHORITY_DENIED: the authority of this project has expired (observe and contained from .writ/project.yaml)
      parameters | git | safe
      parameters | nosuch | beyond: there is no pack for nosuch, and parameterized_tools permits packs' tools
      parameters | cargo build | safe
      none | xargs cat | free
      none | xargs find | beyond: this project grants nothing yet; `writ init` would end these questions
      all | xargs uname -a | destructive: [uname gets further arguments that are not known yet]
      all | xargs basename a | safe
      parameters | xargs git add | destructive: [git add gets further arguments that are not known yet]
      parameters | wc -l --nosuch | PACK_INVALID: the pack of wc is refused: the file is a pack of ls
      narrowed | git commit -m x | safe
      narrowed | make | beyond: make is not in allowed_bins
      narrowed | cargo build | beyond: cargo is not in allowed_bins
      git | git commit -m x | safe
      git | make | beyond: make is not in allowed_bins
      git | python3 -c 'print(1)' | beyond: python3 is not in allowed_bins
      all | python3 -c 'print(1)' | destructive: [python code: runs what the line says]
      all | wc --nosuch x | PACK_INVALID: the pack of wc is refused: the file is a pack of ls
      all | nosuch | destructive: [no pack describes nosuch]
      all | git nosuch | destructive: [git: nosuch: this word is not named]
      all | git | safe
      all | git reset --hard | destructive: [git reset: commits or changes are lost]
      all | cargo build | safe
      all | cargo fetch | network: cargo fetch needs the network []
      all | git stash | destructive: [git stash: moves changes from files into the stash]
      all | git merge x | destructive: [git merge: changes files, and commits that]
      all | git cherry-pick x | destructive: [git cherry-pick: changes files, and commits that]
      contained | git merge x | safe
      contained | git checkout - | safe
      contained | git checkout -f main | destructive: [git checkout: what is staged is lost]
      all | git revert --no-edit x | destructive: [git revert: changes files, and commits that]
      all | git branch -d x | safe
      all | git push | network: git push needs the network [git push: changes the remote repository]
      all | git push --force | network: git push needs the network [git push: changes the remote repository]
      all | git fetch | network: git fetch needs the network []
      all | git clone https://example.org/x | network: git clone needs the network: https://example.org/x []
      all | curl https://example.org | network: curl needs the network: https://example.org []
      all | curl http://localhost:8080/x | network: curl needs the network: http://localhost:8080/x []
      all | curl --nosuch https://example.org | network: curl send needs the network [curl send: --nosuch: this option is not named]
      all | gh nosuch | network: gh needs the network [gh: nosuch: this word is not named]
      all | git push --nosuch | network: git push needs the network [git push: --nosuch: this option is not named]
      all | mvn --nosuch test | destructive: [mvn other: --nosuch: this option is not named]
      local | curl --nosuch http://localhost | destructive: [curl send: --nosuch: this option is not named]
      hosts | gh nosuch | destructive: [gh: nosuch: this word is not named]
      nohosts | gh nosuch | network: gh needs the network [gh: nosuch: this word is not named]
      local | curl http://localhost:8080/x | safe
      local | curl http://127.0.0.1 | safe
      local | curl http://localhost.example.org | network: curl needs the network: http://localhost.example.org []
      local | curl http://localhost:1 http://example.org | network: curl needs the network: http://localhost:1, http://example.org []
      local | git fetch | network: git fetch needs the network []
      local | git clone https://example.org/x | network: git clone needs the network: https://example.org/x []
      hosts | git fetch | safe
      hosts | git push | destructive: [git push: changes the remote repository]
      hosts | git clone https://example.org/x | safe
      hosts | curl https://example.org | safe
      nohosts | git fetch | network: git fetch needs the network []
      session | git commit -m x | safe
      session | git fetch | network: git fetch needs the network []
      session | env nosuch x | destructive: [no pack describes nosuch]
      all | xargs git add | destructive: [git add gets further arguments that are not known yet]
      all | xargs rm | destructive: [rm: files is missing]
      all | rm -r x | destructive: [rm: what it removes is gone]
      all | find . -name x -delete | destructive: [find: removes what it finds]
      none | ssh host ls | beyond: ssh may run anything; ssh: runs programs on another machine
      malformed | ssh host ls | AUTHORITY_DENIED: ssh: ssh may run anything is more than reading (observe: 1:1: nonsense)
      observe | ssh host ls | beyond: ssh: ssh may run anything
      tools | ssh host ls | beyond: ssh: ssh may run anything
      parameters | ssh host ls | beyond: ssh: ssh may run anything
      git | ssh host ls | beyond: ssh: ssh may run anything
      all | ssh host ls | beyond: ssh: ssh may run anything
      all | pip install https://example.org/x.whl | network: pip install needs the network [pip install: installs outside of the project, and runs what strangers wrote]
      all | npm install | safe
      all | npm install https://example.org/x.tgz | network: npm install needs the network [npm install: brings in and runs what strangers wrote]
      all | dd if=a of=b | destructive: [dd: overwrites its output without asking]
      all | mvn package | safe
      all | docker rmi x | destructive: [docker rmi is destructive]
      all | kill 1 | destructive: [kill: ends processes]
      all | chmod -R 777 x | destructive: [chmod: changes who may do what with files]
      none | cat keys/id_rsa | free
      all | demo | safe
      all | demo http://x | network: demo needs the network: http://x []
      none | grep -r x . | reading
      none | rg x | reading
      """;

  /// Builds, and brings what an address names.
  private static final String DEMO =
      """
      tool: demo
      version: 1.0.0
      binary: demo
      summary: s
      commands:
        - {id: demo, effect: [execute, network], positionals: [{name: from, type: url}]}
      """;

  /// The packs as they lie in the checkout, but that of `wc` is not what the index says.
  static Optional<byte[]> shipped(String name) throws IOException {
    if (name.equals("activated/demo.yaml")) {
      return Optional.of(DEMO.getBytes(StandardCharsets.UTF_8));
    }
    if (name.equals("index")) {
      return Optional.of(index().getBytes(StandardCharsets.UTF_8));
    }
    Path file = PACKS.resolve(name.equals("activated/wc.yaml") ? "activated/ls.yaml" : name);
    return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  private static String index() throws IOException {
    try {
      String hash = PackCandidate.read("demo.yaml", DEMO).hash();
      return Files.readString(PACKS.resolve("index")) + hash + " demo demo\n";
    } catch (PackException e) {
      throw new AssertionError(e);
    }
  }

  private static final PackFiles NONE = _ -> Optional.empty();
  static final AuthorityEnforcement ENFORCEMENT =
      new AuthorityEnforcement(
          new PackRegistry(AuthorityEnforcementTest::shipped, NONE),
          new StandingPermissions(true, List.of(), Set.of("MINE")),
          true);

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = CASES)
  void eachProgramIsJudgedWithItsReason(String authority, String line, String judged)
      throws JsonException {
    assertThat(judged(ENFORCEMENT, authority, line)).isEqualTo(judged);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none  | ls | beyond: this project grants nothing yet; `writ init` would end these questions
          none  | git log -1 | beyond: this project grants nothing yet; `writ init` would end these questions
          tools | ls | beyond: ls is not in allowed_tools
          """)
  void readingNeedsAGrantWhereObservingExecutesNothing(String authority, String line, String judged)
      throws JsonException {
    AuthorityEnforcement strict =
        new AuthorityEnforcement(
            new PackRegistry(AuthorityEnforcementTest::shipped, NONE),
            new StandingPermissions(false, List.of(), Set.of()),
            true);
    assertThat(judged(strict, authority, line)).isEqualTo(judged);
  }

  @Test
  void nothingIsContainedWithoutASandbox() throws JsonException {
    AuthorityEnforcement bare =
        new AuthorityEnforcement(
            new PackRegistry(AuthorityEnforcementTest::shipped, NONE),
            new StandingPermissions(true, List.of(), Set.of()),
            false);
    assertThat(judged(bare, "contained", "rm x")).startsWith("beyond");
    assertThat(judged(bare, "none", "git log -1")).startsWith("beyond");
    assertThat(judged(bare, "none", "rm x"))
        .isEqualTo(
            "beyond: this project grants nothing yet; `writ init` proposes a"
                + " fitting authority file");
    assertThat(InnerCommandPropertiesTest.inner("rm x")).noneMatch(bare::isReversible);
    assertThat(bare.isContained(authority("contained"), NOW)).isFalse();
    assertThat(ENFORCEMENT.isContained(authority("contained"), NOW)).isTrue();
    assertThat(ENFORCEMENT.isContained(authority("contained-ended"), NOW)).isFalse();
    assertThat(ENFORCEMENT.isContained(authority("all"), NOW)).isFalse();
    assertThat(ENFORCEMENT.isContained(authority("none"), NOW)).isFalse();
  }

  /// What the allowlist covers counts as granted where the project has no authority file; what
  /// packs know as more than safe asks all the same.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          none      | git status        | safe
          none      | git reset --hard  | destructive: [git reset: commits or changes are lost]
          none      | git fetch         | network: git fetch needs the network []
          none      | nosuch a          | safe
          none      | nosuch b          | beyond: this project grants nothing yet; `writ init` would end these questions
          none      | xargs nosuch a    | destructive: [no pack describes nosuch]
          none      | python3 -c 'import os; os.system("x")' | beyond: this project grants nothing yet; `writ init` would end
          none      | wc x              | PACK_INVALID: the pack of wc is refused: the file is a pack of ls
          untrusted | nosuch a          | beyond: no person has confirmed .writ/project.yaml in its current state
          malformed | nosuch a          | AUTHORITY_DENIED: nosuch is more than reading
          tools     | git log           | safe
          tools     | nosuch a          | beyond: there is no pack for nosuch
          """)
  void theAllowlistGrantsWhereTheProjectSaysNothing(String authority, String line, String judged)
      throws JsonException {
    List<CommandPattern> allowlist =
        Stream.of("git", "nosuch a", "wc")
            .map(text -> CommandPattern.of(text).orElseThrow())
            .toList();
    AuthorityEnforcement enforcement =
        new AuthorityEnforcement(
            new PackRegistry(AuthorityEnforcementTest::shipped, NONE),
            new StandingPermissions(true, allowlist, Set.of()),
            true);
    assertThat(judged(enforcement, authority, line)).startsWith(judged);
  }

  static String judged(AuthorityEnforcement enforcement, String authority, String line)
      throws JsonException {
    Authority granted = authority(authority);
    return ((ParsedCommand.ParsedLine) CommandParser.parse(line))
        .line().commands().stream()
            .flatMap(command -> CommandUnwrapping.of(command).stream())
            .map(inner -> drawn(enforcement.judge(inner, granted, NOW)))
            .collect(Collectors.joining(" // "));
  }

  private static Authority authority(String name) throws JsonException {
    return switch (name) {
      case "none" -> new Authority.MissingAuthority();
      case "untrusted" -> new Authority.Untrusted();
      case "malformed" -> new Authority.MalformedAuthority("1:1: nonsense");
      case "session" -> new Authority.Granted(AuthorityToken.ofSession("p"), "--allow-dangerous");
      case "observe" -> granted("level: observe");
      case "contained" -> granted("level: observe, contained: allow");
      case "contained-git" -> granted("level: observe, contained: allow, allowed_bins: [git]");
      case "contained-none" -> granted("level: observe, contained: allow, allowed_bins: []");
      case "tools-none" ->
          granted("level: tools_only, allowed_tools: [git.status], allowed_bins: []");
      case "contained-hosts" ->
          granted("level: observe, contained: allow, network: {allowlist: [example.org]}");
      case "contained-ended" -> granted("level: observe, contained: allow, expiration: 5");
      case "tools" -> granted("level: tools_only, allowed_tools: [git.status, wc, git.log]");
      case "parameters" ->
          granted("level: parameterized_tools, allowed_tools: ['git.*', cargo.*, wc]");
      case "narrowed" ->
          granted("level: parameterized_tools, allowed_tools: ['*'], allowed_bins: [git, wc]");
      case "ended" -> granted("level: scoped_commands, allowed_bins: ['*'], expiration: 1000");
      case "ending" -> granted("level: scoped_commands, allowed_bins: ['*'], expiration: 1001");
      case "git" -> granted("level: scoped_commands, allowed_bins: [git]");
      case "all" -> granted("level: scoped_commands, allowed_bins: ['*']");
      case "local" -> granted("level: scoped_commands, allowed_bins: ['*'], network: localhost");
      case "hosts" ->
          granted(
              "level: scoped_commands, allowed_bins: ['*'],"
                  + " network: {allowlist: [example.org]}");
      case "nohosts" ->
          granted("level: scoped_commands, allowed_bins: ['*'], network: {allowlist: []}");
      default -> throw new AssertionError(name);
    };
  }

  private static Authority granted(String fields) throws JsonException {
    return new Authority.Granted(
        AuthorityFile.parse("authority: {" + fields + "}", "p"), AuthorityFile.PATH);
  }

  private static String drawn(CommandPermission permission) {
    return switch (permission) {
      case CommandPermission.Free() -> "free";
      case CommandPermission.Safe() -> "safe";
      case CommandPermission.ReadPermission() -> "reading";
      case CommandPermission.Destructive(List<String> reasons) -> "destructive: " + reasons;
      case CommandPermission.Networked networked ->
          "network: " + networked.reason() + " " + networked.reasons();
      case CommandPermission.Beyond(String reason) -> "beyond: " + reason;
      case CommandPermission.Denied(var error) -> error.code() + ": " + error.message();
    };
  }
}
