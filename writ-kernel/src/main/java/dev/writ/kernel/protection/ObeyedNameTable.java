// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import java.util.ArrayList;
import java.util.List;

/// The names of files and directories that a program finds by itself and obeys: it runs what they
/// say, or runs something else because of them, when a person opens the directory, enters it, uses
/// version control or a common tool there.
///
/// Not here: what is the project's own code, such as a Makefile, `package.json` or a test's
/// configuration, which run when the person asks for it; and files that choose a version, which
/// ask only where something else stands in them.
///
/// Looked at and left out for that reason: `.pylintrc` (an init-hook can stand in `pyproject.toml`
/// as well, and editors load the configuration of other linters, which is code), `.pnp.cjs` and
/// `.pnp.loader.mjs` (what an install writes, loaded with the project's own code), `.bazelrc` and
/// `gradle.properties` (read with build files, which run programs anyway), `.settings` of Eclipse
/// (starts nothing without `.project` or `.factorypath`), `.justfile` and `Guardfile` (run by
/// name), `setup.cfg`, `tox.ini`, `.bundle/config` (read with the `Gemfile`, which is code),
/// `global.json` (read with project files, which are; and translations are named so),
/// `pnpm-workspace.yaml` (each install may write it, and `package.json` can do the same),
/// `.moon/workspace.yml` (defines tasks; its hooks are in `.moon/hooks`), `mise.ENV.toml` (only
/// where a person or `.miserc.toml` sets that environment), `tools/bazel` (a directory of build
/// files as often). Instructions without a command of their own: `.roomodes`, `.agents/skills`,
/// `.agent`. Read only where a person names or installs it: `.claude-plugin`, `.kimi/mcp.json` of
/// the project.
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
      asks | .lfsconfig | Git LFS | git-lfs-config(5): lfs.url, lfs.pushurl
      asks | .hgsub | Mercurial | hg help subrepos: what a push sends where
      asks | .hgrc | Mercurial | hgrc(5)
      asks | .gitconfig | Git | git-config(1)
      asks | .config/git | Git | git-config(1)
      asks | .config/jj | Jujutsu | jj help -k config
      asks | .config/hg | Mercurial | hgrc(5)
      asks | .arcconfig | Arcanist | Arcanist user guide: load
      asks | .gitreview | git-review | docs.opendev.org/opendev/git-review: where a review goes
      asks | .p4config | Perforce | help.perforce.com: P4CONFIG, P4PORT=rsh:
      asks | cvs/root | CVS | cvs(1): CVS/Root, :ext with CVS_RSH
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
      asks | .lintstagedrc.mts | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | .lintstagedrc.cts | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | lint-staged.config.js | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | lint-staged.config.mjs | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | lint-staged.config.cjs | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | lint-staged.config.ts | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | lint-staged.config.mts | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | lint-staged.config.cts | lint-staged, in Git's hooks | github.com/lint-staged/lint-staged
      asks | commitlint.config.js | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | commitlint.config.mjs | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | commitlint.config.cjs | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | commitlint.config.ts | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | commitlint.config.mts | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | commitlint.config.cts | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.json | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.yaml | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.yml | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.js | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.mjs | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.cjs | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.ts | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.mts | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .commitlintrc.cts | commitlint, in Git's hooks | commitlint.js.org/reference/configuration
      asks | .cz-config.js | cz-customizable, in Git's hooks | github.com/leoforfree/cz-customizable
      asks | .secretlintrc.js | secretlint, in Git's hooks | github.com/secretlint/secretlint: configuration
      asks | .secretlintrc.cjs | secretlint, in Git's hooks | github.com/secretlint/secretlint: configuration
      asks | captainhook.json | CaptainHook, in Git's hooks | github.com/CaptainHookPhp/captainhook
      asks | captainhook.config.json | CaptainHook, in Git's hooks | github.com/CaptainHookPhp/captainhook
      asks | grumphp.yml | GrumPHP, in Git's hooks | github.com/phpro/grumphp: configuration
      asks | grumphp.yaml | GrumPHP, in Git's hooks | github.com/phpro/grumphp: configuration
      asks | grumphp.yml.dist | GrumPHP, in Git's hooks | github.com/phpro/grumphp: configuration
      asks | grumphp.yaml.dist | GrumPHP, in Git's hooks | github.com/phpro/grumphp: configuration
      asks | grumphp.dist.yml | GrumPHP, in Git's hooks | github.com/phpro/grumphp: configuration
      asks | grumphp.dist.yaml | GrumPHP, in Git's hooks | github.com/phpro/grumphp: configuration
      asks | .trunk/trunk.yaml | Trunk, in Git's hooks | docs.trunk.io: actions
      asks | .trunk/user.yaml | Trunk, in Git's hooks | docs.trunk.io: per user overrides
      asks | .qlty/qlty.toml | Qlty, in Git's hooks | docs.qlty.sh: git-hooks; definitions, script
      asks | .moon/hooks | Git | moonrepo.dev/docs/guides/vcs-hooks: core.hooksPath
      asks | .config/moon/hooks | Git | moonrepo.dev/docs/guides/vcs-hooks: core.hooksPath
      asks | hk.pkl | hk, in Git's hooks | hk.jdx.dev/configuration
      asks | hk.local.pkl | hk, in Git's hooks | hk.jdx.dev/configuration
      asks | .config/hk.pkl | hk, in Git's hooks | hk.jdx.dev/configuration
      asks | .config/hk.local.pkl | hk, in Git's hooks | hk.jdx.dev/configuration
      asks | .rusty-hook.toml | rusty-hook, in Git's hooks | github.com/swellaby/rusty-hook
      asks | .gitlint | gitlint, in Git's hooks | jorisroovers.com/gitlint: extra-path
      asks | .czrc | commitizen, in Git's hooks | github.com/commitizen/cz-cli: path of the adapter
      asks | .cz.json | commitizen, in Git's hooks | github.com/commitizen/cz-cli: path of the adapter
      asks | .secrets.baseline | detect-secrets, in Git's hooks | github.com/Yelp/detect-secrets: path
      asks | .lazygit.yml | lazygit | github.com/jesseduffield/lazygit: Config.md

      refused | .writ | Writ | docs/spec/14-config.md
      refused | .writ.json | Writ | docs/spec/14-config.md
      refused | .orchestration | Writ | docs/spec/09-intents-and-hooks.md

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
      asks | rust-project.json | rust-analyzer | rust-analyzer.github.io/book: proc_macro_dylib_path
      asks | .rust-project.json | rust-analyzer | rust-analyzer.github.io/book: proc_macro_dylib_path
      asks | .lsp/config.edn | clojure-lsp | clojure-lsp.io/settings: project-specs, classpath-cmd
      asks | .joyride/scripts | Joyride, in Visual Studio Code | github.com/BetterThanTomorrow/joyride
      asks | .spyproject | Spyder | docs.spyder-ide.org: projects, interpreter
      asks | .fvm/flutter_sdk | Dart's editors | fvm.app/documentation: IDE configuration
      asks | hie.yaml | Haskell Language Server | github.com/haskell/hie-bios: cradle bios
      asks | .luarc.json | Lua Language Server | luals.github.io/wiki: runtime.plugin
      asks | .luarc.jsonc | Lua Language Server | luals.github.io/wiki: runtime.plugin
      asks | .solargraph.yml | Solargraph | solargraph.org/guides: plugins
      asks | .ycm_extra_conf.py | YouCompleteMe | github.com/ycm-core/YouCompleteMe: extra conf
      asks | .jedi | Jedi, in language servers | jedi.readthedocs.io: Project, environment_path
      asks | .ropeproject/config.py | rope, in editors | rope.readthedocs.io: configuration, Python code
      asks | .phpactor.json | Phpactor | phpactor.readthedocs.io: configuration, language_server_phpstan.bin
      asks | .phpactor.yml | Phpactor | phpactor.readthedocs.io: configuration, language_server_phpstan.bin
      asks | .lite_project.lua | Lite XL | lite-xl.com/documentation: project module
      asks | .yarn/sdks | Visual Studio Code | yarnpkg.com/getting-started/editor-sdks: tsdk
      asks | *.suo | Visual Studio | learn.microsoft.com/visualstudio: solution user options
      asks | .bsp | Metals, SourceKit-LSP, IntelliJ | build-server-protocol.github.io: argv
      asks | buildserver.json | SourceKit-LSP | github.com/swiftlang/sourcekit-lsp: BSP server
      asks | .sourcekit-lsp | SourceKit-LSP | github.com/swiftlang/sourcekit-lsp: toolsets
      asks | .hie-bios | Haskell Language Server | github.com/haskell/hie-bios: priority
      asks | omnisharp.json | OmniSharp | github.com/OmniSharp/omnisharp-roslyn: plugins
      asks | kls-classpath | Kotlin's language server | github.com/fwcd/kotlin-language-server
      asks | kls-classpath.sh | Kotlin's language server | github.com/fwcd/kotlin-language-server
      asks | kls-classpath.bash | Kotlin's language server | github.com/fwcd/kotlin-language-server
      asks | kotlinlspclasspath | Kotlin's language server | github.com/fwcd/kotlin-language-server
      asks | kotlinlspclasspath.sh | Kotlin's language server | github.com/fwcd/kotlin-language-server
      asks | kotlinlspclasspath.bash | Kotlin's language server | github.com/fwcd/kotlin-language-server
      asks | gtags.conf | GNU Global | gtags.conf(5): gtags_parser
      asks | .vs | Visual Studio | learn.microsoft.com/visualstudio: tasks.vs.json
      asks | .nova | Nova | docs.nova.app: tasks
      asks | .theia | Theia | theia-ide.org/docs: tasks, settings
      asks | .exrc | Vim | :help exrc
      asks | .vimrc | Vim | :help exrc
      asks | .gvimrc | Vim | :help gui-init
      asks | .nvim.lua | Neovim | :help exrc
      asks | .nvimrc | Neovim | :help exrc
      asks | .lvimrc | Vim | localvimrc: g:localvimrc_name
      asks | .local.vimrc | Vim | github.com/MarcWeber/vim-addon-local-vimrc
      asks | session.vim | Vim | :help mksession; started by session plugins
      asks | .lazy.lua | lazy.nvim | lazy.folke.io/configuration: local_spec
      asks | .neoconf.json | neoconf.nvim | github.com/folke/neoconf.nvim: lspconfig
      asks | .vimspector.json | Vimspector | github.com/puremourning/vimspector: shell
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
      asks | .direnv | direnv | direnv-stdlib(1): direnv_layout_dir
      asks | .mise.toml | mise | mise.jdx.dev/configuration
      asks | mise.toml | mise | mise.jdx.dev/configuration
      asks | .mise.local.toml | mise | mise.jdx.dev/configuration
      asks | mise.local.toml | mise | mise.jdx.dev/configuration
      asks | .mise | mise | mise.jdx.dev/configuration
      asks | mise/config.toml | mise | mise.jdx.dev/configuration
      asks | .config/mise | mise | mise.jdx.dev/configuration
      asks | .config/mise.toml | mise | mise.jdx.dev/configuration
      asks | .rtx.toml | mise | mise.jdx.dev/configuration
      asks | .rtx.local.toml | mise | mise.jdx.dev/configuration
      asks | mise/config.local.toml | mise | mise.jdx.dev/configuration
      asks | .config/mise.local.toml | mise | mise.jdx.dev/configuration
      asks | .miserc.toml | mise | mise.jdx.dev/configuration/environments
      asks | .config/miserc.toml | mise | mise.jdx.dev/configuration/environments
      asks | .prototools | proto | moonrepo.dev/docs/proto/config: env, plugins
      asks | .rbenv-vars | rbenv | github.com/rbenv/rbenv-vars: RUBYOPT
      asks | .nodenv-vars | nodenv | github.com/nodenv/nodenv-vars: NODE_OPTIONS
      asks | .tool-versions | asdf, mise | asdf-vm.com/manage/configuration: path:
      asks | .autoenv.zsh | zsh-autoenv | github.com/Tarrasch/zsh-autoenv
      asks | .autoenv_leave.zsh | zsh-autoenv | github.com/Tarrasch/zsh-autoenv
      asks | .rvmrc | RVM | rvm.io/workflow/rvmrc
      asks | .shadowenv.d | shadowenv | shopify.github.io/shadowenv
      asks | rust-toolchain | rustup | rust-lang.github.io/rustup: path
      asks | rust-toolchain.toml | rustup | rust-lang.github.io/rustup: path
      asks | .pdm-python | PDM | pdm-project.org: the path of the interpreter
      asks | .cargo/config.toml | Cargo | doc.rust-lang.org/cargo: configuration
      asks | .cargo/config | Cargo | doc.rust-lang.org/cargo: configuration
      asks | .npmrc | npm, pnpm | npmrc(5): script-shell, node-options, git
      asks | .yarnrc.yml | Yarn | yarnpkg.com/configuration: yarnPath, plugins
      asks | .yarnrc | Yarn 1 | classic.yarnpkg.com/docs/yarnrc: yarn-path
      asks | .yarn/plugins | Yarn | yarnpkg.com/configuration: plugins
      asks | .yarn/releases | Yarn | yarnpkg.com/configuration: yarnPath
      asks | .pnpmfile.cjs | pnpm | pnpm.io/pnpmfile
      asks | .pnpmfile.mjs | pnpm | pnpm.io/pnpmfile
      asks | .corepack.env | Corepack | github.com/nodejs/corepack: registry
      asks | .bazeliskrc | Bazelisk | github.com/bazelbuild/bazelisk: base URL
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
      asks | .psysh.php | PsySH | github.com/bobthecow/psysh: local configuration
      asks | .rdbgrc | Ruby's debugger | github.com/ruby/debug
      asks | .pdbrc | Python's debugger | docs.python.org/library/pdb
      asks | .jdbrc | jdb | jdb(1): start-up file
      asks | jdb.ini | jdb | jdb(1): start-up file
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
      asks | .rootrc | ROOT | root(1): ./.rootrc, Rint.Logon
      asks | .rootlogon.c | ROOT | TRint: ExecLogon
      asks | rootlogon.c | ROOT | ROOT's users guide: logon and logoff scripts
      asks | rootlogoff.c | ROOT | ROOT's users guide: logon and logoff scripts
      asks | rootalias.c | ROOT | ROOT's users guide: logon and logoff scripts
      asks | .perldb | Perl's debugger | perldebug(1)
      asks | .byebugrc | Byebug | github.com/deivid-rodriguez/byebug: byebugrc
      asks | ipython_config.py | IPython | ipython.readthedocs.io: before 8.0.1 where it starts
      asks | jupyter_config.py | Jupyter | CVE-2022-39286: before 4.11.2 where it starts
      asks | jupyter_notebook_config.py | Jupyter | CVE-2022-39286: before 4.11.2 where it starts
      asks | jupyter_server_config.py | Jupyter | CVE-2022-39286: before 4.11.2 where it starts
      asks | jupyter_lab_config.py | Jupyter | CVE-2022-39286: before 4.11.2 where it starts
      asks | .latexmkrc | latexmk | latexmk(1): RC files are Perl
      asks | latexmkrc | latexmk | latexmk(1): RC files are Perl
      asks | ansible.cfg | Ansible | docs.ansible.com: configuration settings, in the current directory
      asks | .reviewboardrc | RBTools | reviewboard.org/docs/rbtools: a Python file
      asks | .gclient | gclient | depot_tools: gclient.py, SetConfig
      asks | .sbtopts | sbt | scala-sbt.org: command line reference
      asks | .java-options | jenv | github.com/jenv/jenv: jenv-options-file
      asks | .jvmopts | sbt | scala-sbt.org: command line reference
      asks | .sbtrc | sbt | scala-sbt.org: command line reference
      asks | .mill-jvm-opts | Mill | mill-build.org: command line flags
      asks | .mill-opts | Mill | mill-build.org: command line flags
      """
          + AgentNameTable.ROWS
          + HomeNameTable.ROWS;

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
