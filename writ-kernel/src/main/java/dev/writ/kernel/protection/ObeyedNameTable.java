// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import java.util.ArrayList;
import java.util.List;

/// The names of files and directories that a program finds by itself and obeys: it runs what they
/// say, or runs something else because of them, when a person opens the directory, enters it, uses
/// version control or a common tool there.
///
/// Not here: what is the project's own code, such as a Makefile, `package.json` or a test's
/// configuration, which run when the person asks for it; and names that choose no more than a
/// version.
///
/// Looked at and left out for that reason: `.pylintrc` (an init-hook can stand in `pyproject.toml`
/// as well, and editors load the configuration of other linters, which is code), `.pnp.cjs` and
/// `.pnp.loader.mjs` (what an install writes, loaded with the project's own code), `.bazelrc` and
/// `gradle.properties` (read with build files, which run programs anyway), `.settings` of Eclipse
/// (starts nothing without `.project` or `.factorypath`), `.justfile` and `Guardfile` (run by
/// name), `setup.cfg`, `tox.ini`. Instructions without a command of their own: `.roomodes`,
/// `.agents/skills`, `.agent`. Read only where a person names or installs it: `.claude-plugin`,
/// `.kimi/mcp.json` of the project.
final class ObeyedNameTable {
  /// A line each: what a change needs, the name in lower case, who obeys it, where that is written.
  private static final String ROWS =
      """
      refused | .git | Git | gitrepository-layout(5)
      refused | .writignore | Writ | docs/spec/14-config.md
      refused | .gitmodules | Git | gitmodules(5)
      refused | .githooks | Git | githooks(5), core.hooksPath by convention
      refused | .husky | Husky | typicode.github.io/husky
      refused | .hg | Mercurial | hg help config: .hg/hgrc
      refused | .jj | Jujutsu | jj help -k config: .jj/repo/config.toml
      refused | .svn | Subversion | svnbook: administrative area
      refused | .sl | Sapling | sapling-scm.com/docs: .sl/config
      refused | .bzr | Bazaar | bzr help configuration: .bzr/branch/branch.conf
      refused | _darcs | Darcs | darcs manual: _darcs/prefs/defaults
      refused | .pijul | Pijul | pijul.org/manual: .pijul/config
      refused | .repo | Repo | repo manifest format: .repo/repo is run
      refused | .fslckout | Fossil | fossil settings: per-checkout database
      refused | _fossil_ | Fossil | fossil settings: per-checkout database
      asks | .hgrc | Mercurial | hgrc(5)
      asks | .gitconfig | Git | git-config(1)
      asks | .config/git | Git | git-config(1)
      asks | .config/jj | Jujutsu | jj help -k config
      asks | .config/hg | Mercurial | hgrc(5)
      asks | .arcconfig | Arcanist | Arcanist user guide: load
      asks | .pre-commit-config.yaml | pre-commit | pre-commit.com: repo local, entry
      asks | .pre-commit-config.yml | prek | prek.j178.dev/configuration
      asks | prek.toml | prek | prek.j178.dev/configuration
      asks | lefthook.yml | Lefthook | lefthook.dev/configuration
      asks | lefthook.yaml | Lefthook | lefthook.dev/configuration
      asks | lefthook.toml | Lefthook | lefthook.dev/configuration
      asks | lefthook.json | Lefthook | lefthook.dev/configuration
      asks | lefthook.jsonc | Lefthook | lefthook.dev/configuration
      asks | .lefthook.yml | Lefthook | lefthook.dev/configuration
      asks | .lefthook.yaml | Lefthook | lefthook.dev/configuration
      asks | .lefthook.toml | Lefthook | lefthook.dev/configuration
      asks | .lefthook.json | Lefthook | lefthook.dev/configuration
      asks | .lefthook.jsonc | Lefthook | lefthook.dev/configuration
      asks | .config/lefthook.yml | Lefthook | lefthook.dev/configuration
      asks | .config/lefthook.yaml | Lefthook | lefthook.dev/configuration
      asks | .config/lefthook.toml | Lefthook | lefthook.dev/configuration
      asks | .config/lefthook.json | Lefthook | lefthook.dev/configuration
      asks | lefthook-local.yml | Lefthook | lefthook.dev/configuration
      asks | lefthook-local.yaml | Lefthook | lefthook.dev/configuration
      asks | lefthook-local.toml | Lefthook | lefthook.dev/configuration
      asks | lefthook-local.json | Lefthook | lefthook.dev/configuration
      asks | .lefthook-local.yml | Lefthook | lefthook.dev/configuration
      asks | .lefthook-local.yaml | Lefthook | lefthook.dev/configuration
      asks | .lefthook-local.toml | Lefthook | lefthook.dev/configuration
      asks | .lefthook-local.json | Lefthook | lefthook.dev/configuration
      asks | .lefthook | Lefthook | lefthook.dev/configuration: source_dir
      asks | .lefthook-local | Lefthook | lefthook.dev/configuration: source_dir_local
      asks | .overcommit.yml | Overcommit | github.com/sds/overcommit
      asks | .git-hooks | Overcommit | github.com/sds/overcommit: plugin_directory
      asks | .huskyrc | Husky 4 | typicode.github.io/husky
      asks | .huskyrc.json | Husky 4 | typicode.github.io/husky
      asks | .huskyrc.js | Husky 4 | typicode.github.io/husky
      asks | .lintstagedrc | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | .lintstagedrc.json | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | .lintstagedrc.yaml | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | .lintstagedrc.yml | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | .lintstagedrc.js | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | .lintstagedrc.mjs | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | .lintstagedrc.cjs | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | .lintstagedrc.ts | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged

      refused | .writ | Writ | docs/spec/14-config.md
      refused | .writ.json | Writ | docs/spec/14-config.md
      refused | .orchestration | Writ | docs/spec/09-intents-and-hooks.md
      refused | .mcp.json | agents | modelcontextprotocol.io: project scope
      refused | .claude | Claude Code | code.claude.com/docs: settings
      refused | .codex | Codex | developers.openai.com/codex: config
      refused | .cursor | Cursor | cursor.com/docs: mcp.json, hooks.json
      refused | .gemini | Gemini CLI | geminicli.com/docs: settings.json
      refused | .windsurf | Windsurf | docs.windsurf.com
      refused | .kiro | Kiro | kiro.dev/docs: hooks, settings/mcp.json
      refused | .roo | Roo Code | docs.roocode.com: .roo/mcp.json
      refused | .clinerules/hooks | Cline | docs.cline.bot/customization/hooks
      refused | .github/hooks | GitHub Copilot CLI | docs.github.com/en/copilot: cli-hooks-reference
      refused | .pi | pi | github.com/badlogic/pi-mono: .pi/settings.json, .pi/extensions
      refused | .amp | Amp | ampcode.com/manual: .amp/settings.json
      refused | .kilocode | Kilo Code | kilo.ai/docs: .kilocode/mcp.json
      refused | .continue | Continue | docs.continue.dev: mcpServers
      refused | .opencode | opencode | opencode.ai/docs: plugins, commands
      refused | opencode.json | opencode | opencode.ai/docs/config
      refused | opencode.jsonc | opencode | opencode.ai/docs/config
      refused | .junie | Junie | jetbrains.com/help/junie: mcp
      refused | .amazonq | Amazon Q | docs.aws.amazon.com/amazonq: mcp.json, cli-agents
      refused | .qwen | Qwen Code | qwenlm.github.io/qwen-code-docs: settings.json
      refused | .crush.json | Crush | github.com/charmbracelet/crush
      refused | crush.json | Crush | github.com/charmbracelet/crush
      refused | .crush | Crush | github.com/charmbracelet/crush
      refused | .aider.conf.yml | aider | aider.chat/docs/config: lint-cmd, test-cmd
      refused | .openhands | OpenHands | docs.openhands.dev: setup.sh, pre-commit.sh
      refused | .trae | Trae | docs.trae.ai: mcp.json
      refused | .augment | Augment | docs.augmentcode.com: settings.json
      refused | .factory | Droid | docs.factory.ai: mcp.json, hooks
      refused | .grok | Grok Build | docs.x.ai/build: settings, project config.toml; hooks
      refused | .qoder | Qoder | docs.qoder.com/cli/hooks: project settings.json
      refused | .codebuddy | CodeBuddy | docs.rs/crate/agent-config: codebuddy, project hooks
      refused | .iflow | iFlow CLI | platform.iflow.cn/en/cli: mcp, project level
      refused | .vibe | Mistral Vibe | docs.mistral.ai/vibe/code/cli/configuration: project config.toml
      refused | .kimi-code | Kimi Code | moonshotai.github.io/kimi-code: customization/mcp, project mcp.json
      refused | .agents/hooks.json | Antigravity | antigravity.google/docs/hooks: workspace
      refused | .agents/mcp_config.json | Antigravity | antigravity.google/docs: mcp, workspace
      refused | .antigravitycli | Antigravity | cisco-ai-defense.github.io/defenseclaw: antigravity connector

      refused | .vscode | Visual Studio Code | code.visualstudio.com/docs: tasks, settings
      refused | *.code-workspace | Visual Studio Code | code.visualstudio.com/docs: multi-root workspaces
      refused | .idea | JetBrains IDEs | jetbrains.com/help/idea: project settings
      refused | .fleet | Fleet | jetbrains.com/help/fleet: settings.json, run.json
      refused | .zed | Zed | zed.dev/docs: settings.json, tasks.json
      refused | .helix | Helix | docs.helix-editor.com: .helix/languages.toml
      asks | *.ipr | JetBrains IDEs | jetbrains.com/help/idea: file-based projects
      asks | *.iws | JetBrains IDEs | jetbrains.com/help/idea: file-based projects
      asks | *.sublime-project | Sublime Text | lsp.sublimetext.io: project overrides
      asks | .kateproject | Kate | docs.kde.org: kate, project plugin, lspclient
      asks | .project | Eclipse | help.eclipse.org: project builders, LaunchConfigHandle
      asks | .externaltoolbuilders | Eclipse | help.eclipse.org: external tool builders
      asks | .factorypath | Eclipse | help.eclipse.org: annotation processing
      asks | rust-analyzer.toml | rust-analyzer | rust-analyzer.github.io/book: configuration, overrideCommand
      asks | hie.yaml | Haskell Language Server | github.com/haskell/hie-bios: cradle bios
      asks | .luarc.json | Lua Language Server | luals.github.io/wiki: runtime.plugin
      asks | .luarc.jsonc | Lua Language Server | luals.github.io/wiki: runtime.plugin
      asks | .solargraph.yml | Solargraph | solargraph.org/guides: plugins
      asks | .ycm_extra_conf.py | YouCompleteMe | github.com/ycm-core/YouCompleteMe: extra conf
      asks | .vs | Visual Studio | learn.microsoft.com/visualstudio: tasks.vs.json
      asks | .nova | Nova | docs.nova.app: tasks
      asks | .theia | Theia | theia-ide.org/docs: tasks, settings
      asks | .exrc | Vim | :help exrc
      asks | .vimrc | Vim | :help exrc
      asks | .gvimrc | Vim | :help gui-init
      asks | .nvim.lua | Neovim | :help exrc
      asks | .nvimrc | Neovim | :help exrc
      asks | .lvimrc | Vim | localvimrc: g:localvimrc_name
      asks | .vim | Vim | :help vimfiles; coc.nvim: .vim/coc-settings.json
      asks | .dir-locals.el | Emacs | Emacs manual: directory variables
      asks | .dir-locals-2.el | Emacs | Emacs manual: directory variables
      asks | .emacs | Emacs | Emacs manual: init file
      asks | .emacs.d | Emacs | Emacs manual: init file
      asks | .devcontainer | development containers | containers.dev: initializeCommand runs on the host
      asks | .devcontainer.json | development containers | containers.dev: initializeCommand runs on the host
      asks | .gitpod.yml | Gitpod | gitpod.io/docs: tasks
      asks | .gitpod | Ona | ona.com/docs: automations
      asks | .idx | Firebase Studio | firebase.google.com/docs/studio: dev.nix, onStart
      asks | .codesandbox | CodeSandbox | codesandbox.io/docs: tasks.json
      asks | .replit | Replit | docs.replit.com: run

      asks | .envrc | direnv | direnv(1)
      asks | .mise.toml | mise | mise.jdx.dev/configuration
      asks | mise.toml | mise | mise.jdx.dev/configuration
      asks | .mise.local.toml | mise | mise.jdx.dev/configuration
      asks | mise.local.toml | mise | mise.jdx.dev/configuration
      asks | .mise | mise | mise.jdx.dev/configuration
      asks | mise/config.toml | mise | mise.jdx.dev/configuration
      asks | .config/mise | mise | mise.jdx.dev/configuration
      asks | .config/mise.toml | mise | mise.jdx.dev/configuration
      asks | .rtx.toml | mise | mise.jdx.dev/configuration
      asks | .tool-versions | asdf, mise | asdf-vm.com/manage/configuration: path:
      asks | .autoenv.zsh | zsh-autoenv | github.com/Tarrasch/zsh-autoenv
      asks | .rvmrc | RVM | rvm.io/workflow/rvmrc
      asks | .shadowenv.d | shadowenv | shopify.github.io/shadowenv
      asks | rust-toolchain | rustup | rust-lang.github.io/rustup: path
      asks | rust-toolchain.toml | rustup | rust-lang.github.io/rustup: path
      asks | .cargo/config.toml | Cargo | doc.rust-lang.org/cargo: configuration
      asks | .cargo/config | Cargo | doc.rust-lang.org/cargo: configuration
      asks | .npmrc | npm, pnpm | npmrc(5): script-shell, node-options, git
      asks | .yarnrc.yml | Yarn | yarnpkg.com/configuration: yarnPath, plugins
      asks | .yarnrc | Yarn 1 | classic.yarnpkg.com/docs/yarnrc: yarn-path
      asks | .yarn/plugins | Yarn | yarnpkg.com/configuration: plugins
      asks | .yarn/releases | Yarn | yarnpkg.com/configuration: yarnPath
      asks | .pnpmfile.cjs | pnpm | pnpm.io/pnpmfile
      asks | .pnpmfile.mjs | pnpm | pnpm.io/pnpmfile
      asks | bunfig.toml | Bun | bun.sh/docs: preload
      refused | .mvn/jvm.config | Maven | maven.apache.org/configure: jvm.config
      refused | .mvn/maven.config | Maven | maven.apache.org/configure: maven.config
      refused | .mvn/extensions.xml | Maven | maven.apache.org: core extensions
      asks | .mvn/wrapper | Maven's wrapper | maven.apache.org/wrapper
      asks | .mvn/settings.xml | Maven 4 | maven.apache.org/guides: project settings
      asks | .mvn/maven-user.properties | Maven 4 | maven.apache.org/guides: properties
      asks | .mvn/maven-system.properties | Maven 4 | maven.apache.org/guides: properties
      asks | .mvn/mvnd.properties | mvnd | github.com/apache/maven-mvnd
      asks | .mvn/develocity.xml | Maven's extension | docs.gradle.com/develocity: maven
      asks | .mvn/gradle-enterprise.xml | Maven's extension | docs.gradle.com/develocity: maven
      asks | gradle-wrapper.properties | Gradle | docs.gradle.org: gradle_wrapper
      asks | gradle-wrapper.jar | Gradle | docs.gradle.org: gradle_wrapper
      asks | .gdbinit | GDB | GDB manual: init file in the current directory
      asks | .lldbinit | LLDB | lldb(1)
      asks | .rprofile | R | ?Startup
      asks | .renviron | R | ?Startup
      asks | .rdata | R | ?Startup
      asks | .ghci | GHCi | GHC user's guide: .ghci files
      asks | .irbrc | irb | irb(1)
      asks | .pryrc | Pry | github.com/pry/pry: pryrc
      asks | .rdbgrc | Ruby's debugger | github.com/ruby/debug
      asks | .pdbrc | Python's debugger | docs.python.org/library/pdb
      asks | .iex.exs | IEx | hexdocs.pm/iex: .iex.exs
      asks | .sqliterc | SQLite | sqlite3(1)
      asks | .psqlrc | psql | psql(1)
      asks | .inputrc | Readline | readline(3)
      asks | .ocamlinit | OCaml | OCaml manual: the toplevel system, initialization file
      asks | .merlin | Merlin | github.com/ocaml/merlin: FLG -ppx
      asks | .octaverc | Octave | Octave manual: startup files
      asks | startup.m | MATLAB | mathworks.com/help/matlab: startup
      asks | finish.m | MATLAB | mathworks.com/help/matlab: finish
      asks | .scilab | Scilab | help.scilab.org: startup
      asks | scilab.ini | Scilab | help.scilab.org: startup
      asks | .gnuplot | gnuplot | gnuplot manual: initialization
      asks | .perldb | Perl's debugger | perldebug(1)
      asks | .byebugrc | Byebug | github.com/deivid-rodriguez/byebug: byebugrc
      asks | ipython_config.py | IPython | ipython.readthedocs.io: before 8.0.1 where it starts
      asks | .latexmkrc | latexmk | latexmk(1): RC files are Perl
      asks | latexmkrc | latexmk | latexmk(1): RC files are Perl
      asks | ansible.cfg | Ansible | docs.ansible.com: configuration settings, in the current directory
      asks | .sbtopts | sbt | scala-sbt.org: command line reference
      asks | .jvmopts | sbt | scala-sbt.org: command line reference
      asks | .sbtrc | sbt | scala-sbt.org: command line reference

      asks | .profile | the login shell | bash(1), dash(1)
      asks | .bashrc | bash | bash(1)
      asks | .bash_profile | bash | bash(1)
      asks | .bash_login | bash | bash(1)
      asks | .bash_logout | bash | bash(1)
      asks | .bash_aliases | bash | bash(1)
      asks | .bashrc.d | bash | bash(1)
      asks | .bash_completion | bash | bash-completion
      asks | .zshenv | zsh | zsh(1)
      asks | .zprofile | zsh | zsh(1)
      asks | .zshrc | zsh | zsh(1)
      asks | .zlogin | zsh | zsh(1)
      asks | .zlogout | zsh | zsh(1)
      asks | .oh-my-zsh | zsh | github.com/ohmyzsh/ohmyzsh
      asks | .kshrc | ksh | ksh(1)
      asks | .mkshrc | mksh | mksh(1)
      asks | .shrc | sh | sh(1)
      asks | .cshrc | csh | csh(1)
      asks | .tcshrc | tcsh | tcsh(1)
      asks | .login | csh | csh(1)
      asks | .logout | csh | csh(1)
      asks | .xprofile | the display manager | Xsession(5)
      asks | .xsession | X | Xsession(5)
      asks | .xsessionrc | X | Xsession(5)
      asks | .xinitrc | X | xinit(1)
      asks | .xserverrc | X | xinit(1)
      asks | .pam_environment | PAM | pam_env(8)
      asks | .forward | the mail server | forward(5)
      asks | .procmailrc | procmail | procmailrc(5)
      asks | .screenrc | screen | screen(1)
      asks | .tmux.conf | tmux | tmux(1)
      asks | .wgetrc | wget | wget(1): use_askpass
      asks | .curlrc | curl | curl(1)
      asks | .lesskey | less | lesskey(1): LESSOPEN
      asks | .lessfilter | less | lesspipe(1)
      asks | .mailcap | mail programs | mailcap(5)
      asks | .mailrc | mail | mail(1)
      asks | .muttrc | mutt | muttrc(5)
      asks | .gdbearlyinit | GDB | GDB manual: startup
      asks | .duckdbrc | DuckDB | duckdb.org/docs: command line client
      asks | .pdbrc.py | pdb++ | github.com/pdbpp/pdbpp
      asks | .ipython | IPython | ipython.readthedocs.io: profile_default/startup
      asks | .ansible.cfg | Ansible | docs.ansible.com: configuration settings
      asks | .julia/config | Julia | docs.julialang.org: startup.jl
      asks | .ssh | OpenSSH | ssh_config(5), sshd(8)
      asks | .gnupg | GnuPG | gpg.conf, gpg-agent.conf
      asks | .m2/settings.xml | Maven | maven.apache.org/settings
      asks | .m2/extensions.xml | Maven | maven.apache.org: core extensions
      asks | .gradle/init.gradle | Gradle | docs.gradle.org: init scripts
      asks | .gradle/init.gradle.kts | Gradle | docs.gradle.org: init scripts
      asks | .gradle/init.d | Gradle | docs.gradle.org: init scripts
      asks | .gradle/gradle.properties | Gradle | docs.gradle.org: build environment
      asks | .local/bin | the shell's search path | XDG base directory specification
      asks | .local/share/applications | the desktop | freedesktop.org: desktop entries
      asks | .local/share/systemd | systemd | systemd.unit(5)
      asks | .local/share/dbus-1 | D-Bus | dbus-daemon(1)
      asks | .cargo/bin | the shell's search path | doc.rust-lang.org/cargo: home
      asks | .cargo/env | the login shell | rust-lang.github.io/rustup
      asks | .config/fish | fish | fish(1)
      asks | .config/zsh | zsh | zsh(1): ZDOTDIR by convention
      asks | .config/environment.d | systemd | environment.d(5)
      asks | .config/systemd | systemd | systemd.unit(5)
      asks | .config/autostart | the desktop | freedesktop.org: autostart
      asks | .config/plasma-workspace | Plasma | userbase.kde.org: session environment
      asks | .config/direnv | direnv | direnv.toml(1)
      asks | .config/tmux | tmux | tmux(1)
      asks | .config/nvim | Neovim | :help config
      asks | .config/helix | Helix | docs.helix-editor.com
      asks | .config/emacs | Emacs | Emacs manual: init file
      asks | .config/zed | Zed | zed.dev/docs
      asks | .config/code | Visual Studio Code | code.visualstudio.com/docs: settings
      asks | .config/i3 | i3 | i3 user's guide: exec
      asks | .config/sway | Sway | sway(5): exec
      asks | .config/hypr | Hyprland | wiki.hypr.land: exec
      asks | .config/opencode | opencode | opencode.ai/docs/config
      asks | .config/crush | Crush | github.com/charmbracelet/crush
      """;

  private static final String BAR = " | ";

  private ObeyedNameTable() {}

  static List<ObeyedName> rows() {
    List<ObeyedName> rows = new ArrayList<>();
    int start = 0;
    for (int end = ROWS.indexOf('\n'); end >= 0; end = ROWS.indexOf('\n', start)) {
      if (end > start) {
        rows.add(row(ROWS.substring(start, end)));
      }
      start = end + 1;
    }
    return rows;
  }

  /// Without a regular expression: each session reads all of them, and compiling one for each row
  /// took five milliseconds there.
  private static ObeyedName row(String line) {
    int name = line.indexOf(BAR) + BAR.length();
    int program = line.indexOf(BAR, name) + BAR.length();
    int source = line.indexOf(BAR, program) + BAR.length();
    return new ObeyedName(
        line.startsWith("refused") ? ObedienceRule.REFUSED : ObedienceRule.ASKS,
        line.substring(name, program - BAR.length()),
        line.substring(program, source - BAR.length()),
        line.substring(source));
  }
}
