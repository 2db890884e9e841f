// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

/// The names of [ObeyedNameTable] that programs look for in a home directory: start files of
/// shells, of the desktop and of tools. They count everywhere: a workspace may be part of a home.
final class HomeNameTable {
  /// Written as the other rows are.
  static final String ROWS =
      """
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
      asks | .zshrc.local | zsh | grml.org/zsh; what many a .zshrc sources
      asks | .oh-my-zsh | zsh | github.com/ohmyzsh/ohmyzsh
      asks | .kshrc | ksh | ksh(1)
      asks | .mkshrc | mksh | mksh(1)
      asks | .shrc | sh | sh(1)
      asks | .cshrc | csh | csh(1)
      asks | .tcshrc | tcsh | tcsh(1)
      asks | .xonshrc | xonsh | xon.sh/xonshrc
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
      asks | .msmtprc | msmtp | msmtp(1): passwordeval
      asks | .tigrc | tig | tigrc(5): bind
      asks | .mongoshrc.js | mongosh | mongodb.com/docs/mongodb-shell: .mongoshrc.js
      asks | .wezterm.lua | WezTerm | wezterm.org/config/files
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
      asks | .config/nushell | Nushell | nushell.sh/book/configuration
      asks | .config/starship.toml | Starship | starship.rs/config: custom commands
      asks | .config/kitty | kitty | sw.kovidgoyal.net/kitty/conf
      asks | .config/wezterm | WezTerm | wezterm.org/config/files
      asks | .config/tig | tig | tigrc(5): bind
      asks | .config/msmtp | msmtp | msmtp(1): passwordeval
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

  private HomeNameTable() {}
}
