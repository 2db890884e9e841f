// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The paths with a name that a program obeys.
class ObeyedNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        ".git",
        ".git/config",
        "a/b/.git/hooks/pre-commit",
        ".GIT/config",
        ".g\u200cit/config",
        ".vſcode/tasks.json",
        ".git\ufe0f/config",
        ".g\u034fit",
        ".hg/hgrc",
        ".jj/repo/config.toml",
        ".svn/wc.db",
        ".zed/settings.json",
        ".windsurf/x",
        ".kiro/hooks/a",
        ".roo/mcp.json",
        ".clinerules/hooks/TaskStart",
        "sub/.github/hooks/a.json",
        ".pi/extensions/a.ts",
        ".amp/settings.json",
        ".grok/hooks/a.json",
        ".qoder/settings.local.json",
        ".codebuddy/settings.json",
        ".iflow/settings.json",
        ".vibe/config.toml",
        ".kimi-code/mcp.json",
        "sub/.agents/hooks.json",
        ".agents/mcp_config.json",
        ".antigravitycli/hooks.json",
        ".continue/a",
        ".opencode/plugin/a.js",
        "opencode.json",
        "sub/opencode.jsonc",
        ".junie/a",
        ".amazonq/mcp.json",
        ".qwen/settings.json",
        ".crush.json",
        "crush.json",
        ".fleet/run.json",
        "all.code-workspace",
        "sub/All.Code-Workspace",
        ".mvn/extensions.xml",
        "sub/.mvn/jvm.config",
        ".cline/plugins/a.ts",
        ".github/copilot/settings.json",
        ".github/mcp.json",
        ".github/lsp.json",
        ".github/extensions/a/extension.mjs",
        ".aider.model.settings.yml",
        ".air/mcp.json",
      })
  void nothingMayChangeThese(String path) {
    assertThat(obedience(path)).isEqualTo("REFUSED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".kilo/kilo.jsonc",
        ".kilo/command/a.md",
        "kilo.json",
        "sub/kilo.jsonc",
        ".devin/config.json",
        ".devin/config.local.json",
      })
  void norThese(String path) {
    nothingMayChangeThese(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".envrc",
        ".ocamlinit",
        ".octaverc",
        "paper/.latexmkrc",
        "hie.yaml",
        "rust-analyzer.toml",
        ".rvmrc",
        ".perldb",
        "startup.m",
        ".luarc.json",
        ".sbtopts",
        ".ycm_extra_conf.py",
        "sub/.envrc",
        ".devcontainer/devcontainer.json",
        ".devcontainer.json",
        ".exrc",
        ".nvim.lua",
        ".nvimrc",
        ".vimrc",
        ".lvimrc",
        ".dir-locals.el",
        ".gdbinit",
        ".lldbinit",
        ".cargo/config.toml",
        ".cargo/config",
        ".npmrc",
        ".yarnrc.yml",
        ".yarnrc",
        ".yarn/plugins/a.cjs",
        ".yarn/releases/yarn.cjs",
        ".pnpmfile.cjs",
        ".mise.toml",
        "mise.toml",
        ".tool-versions",
        "rust-toolchain.toml",
        ".pre-commit-config.yaml",
        "lefthook.yml",
        ".mvn/wrapper/maven-wrapper.properties",
        "gradle/wrapper/gradle-wrapper.properties",
        "gradle/wrapper/gradle-wrapper.jar",
        ".gitconfig",
        ".config/git/config",
        ".bashrc",
        ".profile",
        ".zshrc",
        ".config/fish/config.fish",
        ".config/autostart/a.desktop",
        ".config/systemd/user/a.service",
        ".local/bin/ls",
        ".ssh/authorized_keys",
        ".RPROFILE",
      })
  void aPersonAgreesToChangesOfThese(String path) {
    assertThat(obedience(path)).isEqualTo("ASKS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".project",
        "sub/ansible.cfg",
        ".lessfilter",
        ".pdbrc.py",
        ".ipython/profile_default/startup/a.py",
      })
  void theseAskToo(String path) {
    aPersonAgreesToChangesOfThese(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".lfsconfig",
        ".hgsub",
        "sub/lint-staged.config.mjs",
        ".lintstagedrc.cts",
        "captainhook.json",
        "grumphp.dist.yml",
        ".trunk/user.yaml",
        ".qlty/qlty.toml",
        ".moon/hooks/pre-commit",
        ".lazygit.yml",
        "sub/commitlint.config.mjs",
        ".commitlintrc",
        ".commitlintrc.yml",
        ".cz-config.js",
        ".secretlintrc.js",
        ".gitreview",
        ".p4config",
        "sub/CVS/Root",
        "sub/.github/agents/a.agent.md",
        ".serena/project.local.yml",
        "conductor.json",
        "hk.pkl",
        "hk.local.pkl",
        ".config/hk.pkl",
        ".config/hk.local.pkl",
        ".rusty-hook.toml",
        ".gitlint",
        ".czrc",
        ".cz.json",
        ".secrets.baseline",
      })
  void whatGitsHooksAndOtherAgentsRunAsks(String path) {
    aPersonAgreesToChangesOfThese(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".direnv/flake-profile.rc",
        ".jedi/project.json",
        ".ropeproject/config.py",
        ".phpactor.json",
        ".lite_project.lua",
        ".yarn/sdks/typescript/bin/tsc",
        "App.suo",
        ".local.vimrc",
        "Session.vim",
        ".jdbrc",
        ".pdm-python",
        ".zshrc.local",
        ".xonshrc",
        ".tigrc",
        ".msmtprc",
        ".mongoshrc.js",
        ".wezterm.lua",
        ".config/kitty/kitty.conf",
        ".config/starship.toml",
        ".config/nushell/env.nu",
        "sub/.direnv/bin/ls",
        ".bsp/sbt.json",
        "buildServer.json",
        ".sourcekit-lsp/config.json",
        ".hie-bios",
        "omnisharp.json",
        "sub/kls-classpath",
        "kotlinLspClasspath.sh",
        "gtags.conf",
        ".lazy.lua",
        ".neoconf.json",
        ".vimspector.json",
        ".prototools",
        ".rbenv-vars",
        ".java-options",
        ".miserc.toml",
        ".config/miserc.toml",
        "mise/config.local.toml",
        ".autoenv_leave.zsh",
        ".corepack.env",
        ".bazeliskrc",
        ".mill-jvm-opts",
        ".psysh.php",
        "jupyter_server_config.py",
        ".rootrc",
        ".rootlogon.C",
        "macros/rootlogon.C",
        ".reviewboardrc",
        ".gclient",
      })
  void whatEditorsAndToolsStartAsks(String path) {
    aPersonAgreesToChangesOfThese(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".lsp/config.edn",
        ".nodenv-vars",
        "rust-project.json",
        "sub/.rust-project.json",
        ".fvm/flutter_sdk/bin/flutter",
        ".joyride/scripts/workspace_activate.cljs",
        ".spyproject/config/workspace.ini",
      })
  void whatLanguageServersStartAsks(String path) {
    aPersonAgreesToChangesOfThese(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "git",
        "a.git",
        ".gitignore",
        ".gitattributes",
        ".github/workflows/ci.yml",
        "Makefile",
        "package.json",
        "pom.xml",
        "gradle.properties",
        ".bazelrc",
        ".pylintrc",
        ".pnp.cjs",
        ".roomodes",
        ".kilocodemodes",
        "other.pkl",
        ".lsp/.cache/db.transit.json",
        ".fvm/fvm_config.json",
        ".joyride/README.md",
        ".agents/skills/a/SKILL.md",
        ".github/copilot-instructions.md",
        ".github/skills/a/SKILL.md",
        ".trunk/configs/.markdownlint.yaml",
        ".moon/workspace.yml",
        ".serena/memories/a.md",
        ".bundle/config",
        "locales/en/global.json",
        "pnpm-workspace.yaml",
        "tools/bazel/BUILD",
        ".agents",
        ".settings/org.eclipse.jdt.core.prefs",
        "setup.cfg",
        ".nvmrc",
        ".commitlintignore",
        ".ropeproject/objectdb",
        "CVS/Entries",
        ".editorconfig",
        "bin/tool",
        ".config/other.toml",
        "config.toml",
        ".cargo/registry/a",
        ".yarn/cache/a.zip",
        ".yarn",
        "local/bin/ls",
        "code-workspace",
        ".gıt",
        ".mvn/other.txt",
        ".",
      })
  void theseAreTheProjectsOwn(String path) {
    assertThat(obedience(path)).isEmpty();
  }

  @Test
  void theStrictestNameCounts() {
    assertThat(obedience(".devcontainer/.git/config")).isEqualTo("REFUSED");
    assertThat(obedience(".git/.envrc")).isEqualTo("REFUSED");
    assertThat(obedience(".mvn/jvm.config")).isEqualTo("REFUSED");
  }

  @Test
  void everyRowIsWrittenAsItIsCompared() {
    Set<String> patterns = new HashSet<>();
    for (ObeyedName row : ObeyedNames.SHIPPED.rows()) {
      assertThat(row.pattern()).isEqualTo(row.pattern().toLowerCase(Locale.ROOT));
      assertThat(row.pattern().lastIndexOf('*')).isLessThanOrEqualTo(0);
      assertThat(row.program()).isNotBlank();
      assertThat(row.source()).isNotBlank();
      assertThat(patterns.add(row.pattern())).as(row.pattern()).isTrue();
    }
  }

  private static String obedience(String path) {
    return ObeyedNames.SHIPPED
        .find(WorkspacePath.of(path))
        .map(row -> row.obedience().name())
        .orElse("");
  }
}
