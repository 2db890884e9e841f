// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionVariablesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "LD_PRELOAD",
        "LD_AUDIT",
        "LD_LIBRARY_PATH",
        "DYLD_INSERT_LIBRARIES",
        "FOO_PRELOAD",
        "GIT_SSH",
        "GIT_SSH_COMMAND",
        "GIT_EXTERNAL_DIFF",
        "GIT_CONFIG_COUNT",
        "GIT_EXEC_PATH",
        "GIT_PAGER",
        "GIT_TRACE",
        "PAGER",
        "MANPAGER",
        "SYSTEMD_PAGER",
        "EDITOR",
        "VISUAL",
        "KUBE_EDITOR",
        "BASH_ENV",
        "ENV",
        "BASH_FUNC_ls%%",
        "NODE_OPTIONS",
        "node_options",
        "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS",
        "MAVEN_OPTS",
        "PYTHONPATH",
        "PYTHONSTARTUP",
        "PERL5OPT",
        "PERL5LIB",
        "RUBYOPT",
        "RUBYLIB",
        "PATH",
        "Path",
        "HOME",
        "SHELL",
        "IFS",
        "SSH_ASKPASS",
        "SUDO_ASKPASS",
        "LESSOPEN"
      })
  void changesWhatIsExecuted(String name) {
    assertThat(ExecutionVariables.contains(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TAR_OPTIONS",
        "MAKEFLAGS",
        "GOFLAGS",
        "RUSTC_WRAPPER",
        "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER",
        "npm_config_script_shell",
        "PIP_INDEX_URL",
        "XDG_CONFIG_HOME",
        "KUBECONFIG",
        "CMAKE_C_COMPILER_LAUNCHER",
        "CMAKE_TOOLCHAIN_FILE",
        "MAVEN_ARGS",
        "CONFIG_SHELL",
        "CFLAGS",
        "PKG_CONFIG",
        "CARGO_HOME",
        "CARGO_ALIAS_B",
        "RUSTUP_TOOLCHAIN",
        "GOCACHEPROG",
        "GOPROXY",
        "PYTEST_ADDOPTS",
        "UV_INDEX_URL",
        "YARN_YARN_PATH",
        "PNPM_SCRIPT_SHELL",
        "BUN_OPTIONS",
        "ERL_AFLAGS",
        "R_PROFILE_USER",
        "JULIA_LOAD_PATH",
        "DOTNET_ADDITIONAL_DEPS",
        "BASH_LOADABLES_PATH",
        "GCONV_PATH",
        "LD_AUDIT",
        "OPENSSL_CONF"
      })
  void changesWhatToolsExecute(String name) {
    assertThat(ExecutionVariables.contains(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CI",
        "FOO",
        "DEBUG",
        "NODE_ENV",
        "RUST_LOG",
        "RUST_BACKTRACE",
        "LANG",
        "LC_ALL",
        "TZ",
        "TERM",
        "NO_COLOR",
        "GOOS",
        "CGO_ENABLED",
        "GIT_AUTHOR_NAME",
        "GIT_COMMITTER_DATE",
        "GIT_TERMINAL_PROMPT",
        "OLD_NAME",
        "PRELOAD",
        "PAGES",
        "XPATH",
        "DATABASE_URL",
        "PORT",
        "OPTS",
        "PGHOST",
        "WORLD_SIZE"
      })
  void saysSomethingElse(String name) {
    assertThat(ExecutionVariables.contains(name)).isFalse();
  }
}
