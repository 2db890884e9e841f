// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.command.language;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Environment variables that change what is executed: no command sets them, whatever the
/// configuration says. Compared without regard to case, because some programs read them so.
public final class ExecutionVariables {
  /// Names in full.
  private static final Set<String> NAMES =
      words(
          """
          PATH HOME SHELL ENV BASH_ENV BASHOPTS SHELLOPTS IFS PS4 CDPATH ZDOTDIR PROMPT_COMMAND
          PAGER EDITOR VISUAL BROWSER LESS LESSOPEN LESSCLOSE LESSKEY LESSKEYIN MORE MANOPT
          NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE PERLLIB PHPRC PHP_INI_SCAN_DIR CLASSPATH
          JAVA_HOME JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS JDK_JAVAC_OPTIONS _JAVA_OPTIONS
          LUA_PATH LUA_CPATH LUA_INIT EMACSLOADPATH EXINIT VIMINIT GVIMINIT MYVIMRC VIM VIMRUNTIME
          GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH GTK_MODULES GTK_PATH GIO_MODULE_DIR
          GIO_EXTRA_MODULES QT_PLUGIN_PATH OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES
          MAKEFLAGS GNUMAKEFLAGS MFLAGS MAKEFILES CC CXX CPP LD AR AS NM RANLIB COMPILER_PATH
          GCC_EXEC_PREFIX RUSTC RUSTDOC RUSTFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER GOFLAGS
          GOROOT GOENV GOTOOLCHAIN TAR_OPTIONS GZIP GREP_OPTIONS RIPGREP_CONFIG_PATH CURL_HOME WGETRC
          RSYNC_RSH CVS_RSH SVN_SSH HGRCPATH HGEDITOR BUNDLE_GEMFILE GEM_HOME GEM_PATH COMPOSER_HOME
          KUBECONFIG DOCKER_CONFIG AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE INPUTRC NVIM_APPNAME
          FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS BAT_CONFIG_PATH
          MAVEN_ARGS MAVEN_CONFIG MAVEN_PROJECTBASEDIR ANT_ARGS GRADLE_USER_HOME JAVACMD JAVA_CMD
          JAVA_ENDORSED_DIRS RAKEOPT CONFIG_SHELL CONFIG_SITE PKG_CONFIG PKG_CONFIG_PATH
          PKG_CONFIG_LIBDIR LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH OBJC_INCLUDE_PATH
          CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CGO_CFLAGS CGO_CXXFLAGS CGO_CPPFLAGS CGO_LDFLAGS
          CGO_CFLAGS_ALLOW CGO_LDFLAGS_ALLOW NIX_PATH TS_NODE_COMPILER BUN_OPTIONS
          PNPM_SCRIPT_SHELL PNPM_HOME CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN RUSTC_BOOTSTRAP
          GOCACHEPROG GOTOOLDIR GOPATH GOBIN GOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GOINSECURE
          GOPRIVATE GOVCS PYTEST_ADDOPTS PYTEST_PLUGINS COVERAGE_PROCESS_START IPYTHONDIR MYPYPATH
          PYLINTRC SPHINXBUILD PSQLRC PGSYSCONFDIR MYSQL_HOME TCLLIBPATH MIX_EXS MIX_HOME
          ELIXIR_ERL_OPTIONS JULIA_LOAD_PATH JULIA_DEPOT_PATH R_PROFILE R_PROFILE_USER R_ENVIRON
          R_ENVIRON_USER R_LIBS R_LIBS_USER R_LIBS_SITE R_HOME OCAMLPATH CAML_LD_LIBRARY_PATH GHCRTS
          GHC_PACKAGE_PATH STACK_YAML FPATH SCREENRC DOTNET_ROOT DOTNET_ADDITIONAL_DEPS
          MSBUILDSDKSPATH PSMODULEPATH PKCS11_MODULE GST_PLUGIN_PATH GDK_PIXBUF_MODULE_FILE
          VK_ICD_FILENAMES OCL_ICD_VENDORS LIBGL_DRIVERS_PATH BASH_LOADABLES_PATH EXECIGNORE
          LOCALE_ARCHIVE COMPOSER PYENV_ROOT PYENV_VERSION ASDF_DIR NVM_DIR
          """);

  private static final List<String> PREFIXES =
      List.of(
          "LD_",
          "DYLD_",
          "GIT_",
          "PYTHON",
          "PERL5",
          "RUBY",
          "BASH_FUNC_",
          "NPM_CONFIG_",
          "PIP_",
          "XDG_CONFIG_",
          "XDG_DATA_",
          "CORECLR_",
          "COR_",
          "DOTNET_STARTUP_",
          "TF_CLI_",
          "ANSIBLE_",
          "UV_",
          "YARN_",
          "COREPACK_",
          "CMAKE_",
          "JUPYTER_",
          "GUILE_LOAD_",
          "ERL_",
          "CARGO_ALIAS_",
          "CARGO_REGISTR",
          "CARGO_UNSTABLE_",
          "CARGO_BUILD_",
          "CARGO_TARGET_");

  private static final List<String> SUFFIXES =
      List.of(
          "_PRELOAD",
          "_OPTS",
          "_PAGER",
          "MANPAGER",
          "_EDITOR",
          "_ASKPASS",
          "_WRAPPER",
          "_LAUNCHER",
          "_RUNNER",
          "_LINKER");

  /// Those of Git that say who, when and how loud.
  private static final List<String> HARMLESS_PREFIXES =
      List.of("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS");

  private ExecutionVariables() {}

  private static Set<String> words(String text) {
    return Set.copyOf(Arrays.asList(text.strip().split("\\s+")));
  }

  /// Whether a variable of that name changes what is executed.
  public static boolean contains(String variable) {
    String name = variable.toUpperCase(Locale.ROOT);
    return HARMLESS_PREFIXES.stream().noneMatch(name::startsWith)
        && (NAMES.contains(name)
            || PREFIXES.stream().anyMatch(name::startsWith)
            || SUFFIXES.stream().anyMatch(name::endsWith));
  }
}
