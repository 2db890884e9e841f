// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.direnv;

import java.util.List;
import java.util.Set;

/// Variables whose value leads common programs to code: they run what lies there without being
/// asked to.
final class CodeVariables {
  /// Where Python finds modules: what lies right there comes before its own.
  static final String MODULES = "PYTHONPATH";

  private static final Set<String> NAMES =
      Set.of(
          ("PATH BASH_ENV ENV ZDOTDIR FPATH HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_CONFIG_DIRS"
                  + " XDG_DATA_DIRS LD_LIBRARY_PATH LD_PRELOAD LD_AUDIT DYLD_LIBRARY_PATH"
                  + " DYLD_INSERT_LIBRARIES DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH"
                  + " PYTHONHOME PYTHONUSERBASE PYTHONSTARTUP PYTHONPYCACHEPREFIX VIRTUAL_ENV"
                  + " IPYTHONDIR JUPYTER_PATH JUPYTER_CONFIG_DIR RUBYLIB RUBYOPT GEM_HOME GEM_PATH"
                  + " BUNDLE_PATH BUNDLE_BIN BUNDLE_GEMFILE BUNDLE_APP_CONFIG PERL5LIB PERLLIB"
                  + " PERL5OPT PERL5DB PERL_LOCAL_LIB_ROOT NODE_PATH NODE_OPTIONS NPM_CONFIG_PREFIX"
                  + " NPM_CONFIG_USERCONFIG npm_config_userconfig PNPM_HOME NVM_DIR NODENV_ROOT"
                  + " DENO_DIR JAVA_HOME JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH"
                  + " MAVEN_HOME M2_HOME MAVEN_OPTS MAVEN_ARGS GRADLE_HOME GRADLE_USER_HOME"
                  + " GRADLE_OPTS SBT_OPTS GOROOT GOBIN GOPATH GOENV CARGO_HOME RUSTUP_HOME"
                  + " RUSTFLAGS LUA_PATH LUA_CPATH LUA_INIT JULIA_LOAD_PATH"
                  + " JULIA_DEPOT_PATH R_LIBS R_LIBS_USER R_PROFILE_USER R_PROFILE R_ENVIRON_USER"
                  + " COMPOSER_HOME PHPRC PHP_INI_SCAN_DIR ERL_LIBS OCAMLPATH CAML_LD_LIBRARY_PATH"
                  + " OPAMROOT GUILE_LOAD_PATH PYENV_ROOT RBENV_ROOT ASDF_DIR"
                  + " ASDF_DATA_DIR GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_DIR"
                  + " GIT_EXEC_PATH GIT_TEMPLATE_DIR HGRCPATH JJ_CONFIG KUBECONFIG DOCKER_CONFIG"
                  + " AWS_CONFIG_FILE CLOUDSDK_CONFIG GNUPGHOME ANSIBLE_CONFIG EMACSLOADPATH VIM"
                  + " VIMRUNTIME VIMINIT MYVIMRC INPUTRC CLAUDE_CONFIG_DIR CODEX_HOME"
                  + " NIX_PATH QT_PLUGIN_PATH GTK_PATH GIO_MODULE_DIR MAKEFLAGS MAKEFILES CMAKE_PREFIX_PATH"
                  + " MODULEPATH"
                  + " DIRENV_EXTRA_VIMRC DIRENV_CONFIG direnv_layout_dir rvm_path NODE_VERSIONS JULIA_VERSIONS")
              .split(" ", -1));

  private static final List<String> COMMANDS =
      List.of("_COMMAND", "EDITOR", "PAGER", "_ASKPASS", "VISUAL", "BROWSER", "SHELL", "GIT_SSH");

  private CodeVariables() {}

  /// Whether its value is a command.
  static boolean holdsCommand(String variable) {
    return COMMANDS.stream().anyMatch(variable::endsWith);
  }

  /// Whether what lies at or below its value is run.
  static boolean leadToCode(String variable) {
    return NAMES.contains(variable);
  }
}
