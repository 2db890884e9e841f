// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Environment variables that a command may set without a question: each was looked at, and says
/// how loud, in which language, for which target or with which data something runs; what runs,
/// only [where it leads to code][#leadsToCode(String)]. Of some that could say more only certain
/// values are here.
public final class ReviewedVariables {
  /// Names in full, with any value.
  private static final Set<String> NAMES =
      Set.copyOf(
          Arrays.asList(
              """
              CI NODE_ENV BABEL_ENV DEBUG VERBOSE FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE
              COLORTERM COLUMNS LINES RUST_BACKTRACE RUST_LIB_BACKTRACE RUST_LOG RUST_TEST_THREADS
              CARGO_TERM_COLOR CARGO_TERM_PROGRESS_WHEN CARGO_INCREMENTAL PYTHONUNBUFFERED
              PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONUTF8
              PYTHONFAULTHANDLER PYTHONASYNCIODEBUG GOOS GOARCH GOARM GOAMD64 GOMAXPROCS GOMEMLIMIT
              GOGC CGO_ENABLED PORT HOST LOG_LEVEL FLASK_ENV FLASK_DEBUG DJANGO_SETTINGS_MODULE
              RAILS_ENV RACK_ENV APP_ENV MIX_ENV SPRING_PROFILES_ACTIVE SOURCE_DATE_EPOCH
              DO_NOT_TRACK NEXT_TELEMETRY_DISABLED ASTRO_TELEMETRY_DISABLED GATSBY_TELEMETRY_DISABLED
              DOTNET_CLI_TELEMETRY_OPTOUT HOMEBREW_NO_AUTO_UPDATE DEBIAN_FRONTEND HUSKY
              GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME
              GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS
              COMPOSE_PROJECT_NAME DOCKER_BUILDKIT BUILDKIT_PROGRESS TF_IN_AUTOMATION TF_INPUT TF_LOG
              DATABASE_URL REDIS_URL TEST_DATABASE_URL SECRET_KEY_BASE JWT_SECRET UPDATE_SNAPSHOTS
              VITEST JEST_WORKER_ID TAP_TIMEOUT HYPOTHESIS_PROFILE INSTA_UPDATE PROPTEST_CASES
              OMP_NUM_THREADS RAYON_NUM_THREADS TOKENIZERS_PARALLELISM MPLBACKEND SDL_VIDEODRIVER"""
                  .strip()
                  .split("\\s+")));

  /// Variable names of projects.
  private static final List<String> PREFIXES =
      List.of("TEST_", "VITE_", "REACT_APP_", "NEXT_PUBLIC_", "APP_");

  private static final String SIZES = words("-Xm[sx]\\d+[kKmMgG]|-Xss\\d+[kKmM]|-XX:\\+Use\\w+GC");
  private static final String FLAGS =
      words(
          "-(O[0-3sgz]?|g[0-9]?|W[\\w=-]*|std=[\\w+]+|D\\w+(=\\w*)?|pedantic|fsanitize=[\\w,]+|fPIC)");

  /// Sizes, warnings and dialects of node(1), none that loads a file.
  private static final String NODE =
      words(
          "--(max[-_]old[-_]space[-_]size=\\d+|max-semi-space-size=\\d+|stack-trace-limit=\\d+"
              + "|experimental-(vm-modules|strip-types|transform-types)|no-(warnings|deprecation)"
              + "|enable-source-maps|trace-(warnings|deprecation|uncaught)|openssl-legacy-provider"
              + "|unhandled-rejections=[a-z-]+|dns-result-order=\\w+)");

  private static final String LINT = "-[DAWF] ?\\w[\\w:-]*";

  private static final String CODEGEN =
      "-C ?(target-cpu|opt-level|debuginfo|codegen-units|lto|panic|overflow-checks"
          + "|debug-assertions|strip|instrument-coverage|force-frame-pointers)(=[\\w-]+)?";

  /// What leaves a text as it is.
  private static final String NO_EDITOR = "true|:";

  private static final String SWITCH = "[01]|true|false|yes|no|on|off";
  private static final String SANITIZER = "([a-z_]+=[a-z0-9]+(:|$))*";

  /// The name of a language, a zone or a terminal: one that is a path is read from there, and the
  /// texts of a catalogue are formats of the program that prints them (gettext(3), tzset(3)).
  private static final String NO_PATH = "[\\w@:,+.=-]*";

  private static final String ZONE = "(?!.*\\.\\.)[\\w<][\\w+,.:<>-]*(/[\\w+-]+){0,2}|";

  /// Those by which a program finds code of the workspace.
  private static final Set<String> LEADING =
      Set.of("PYTHONPATH", "VIRTUAL_ENV", "DJANGO_SETTINGS_MODULE");

  /// Names with the values that say nothing but data.
  private static final Map<String, Pattern> VALUES =
      Map.ofEntries(
          value("TERM", NO_PATH),
          value("LANG", NO_PATH),
          value("LANGUAGE", NO_PATH),
          value("LC_ALL", NO_PATH),
          value("LC_CTYPE", NO_PATH),
          value("LC_COLLATE", NO_PATH),
          value("LC_NUMERIC", NO_PATH),
          value("LC_TIME", NO_PATH),
          value("LC_MESSAGES", NO_PATH),
          value("TZ", ZONE),
          value("PYTHONIOENCODING", NO_PATH),
          value("VIRTUAL_ENV", "(?!.*\\.\\.)[\\w.][\\w./-]*"),
          value(
              "PYTHONPATH", "(?!.*\\.\\.)(\\.|[\\w][\\w.-]*)(/[\\w.-]+)*/?(:(\\.|\\w[\\w./-]*)?)*"),
          value("MAVEN_OPTS", SIZES),
          value("GRADLE_OPTS", SIZES),
          value("JAVA_OPTS", SIZES),
          value("JAVA_TOOL_OPTIONS", SIZES),
          value("JDK_JAVA_OPTIONS", SIZES),
          value("NODE_OPTIONS", NODE),
          value("CFLAGS", FLAGS),
          value("CXXFLAGS", FLAGS),
          value("CC", "gcc|cc|clang"),
          value("CXX", "g\\+\\+|c\\+\\+|clang\\+\\+"),
          value("RUSTFLAGS", words(LINT + "|" + CODEGEN)),
          value("RUSTDOCFLAGS", words(LINT)),
          value("GOFLAGS", words("-mod=(mod|vendor|readonly)|-count=\\d+|-race|-v|-tags=[\\w,]+")),
          value("PYTHONWARNINGS", "(ignore|error|default|always|once)"),
          value("ASAN_OPTIONS", SANITIZER),
          value("UBSAN_OPTIONS", SANITIZER),
          value("TSAN_OPTIONS", SANITIZER),
          value("LSAN_OPTIONS", SANITIZER),
          value("MAKEFLAGS", "-?j ?\\d*"),
          value("PAGER", "cat|"),
          value("MANPAGER", "cat|"),
          value("GIT_PAGER", "cat|"),
          value("EDITOR", NO_EDITOR),
          value("GIT_EDITOR", NO_EDITOR),
          value("GIT_SEQUENCE_EDITOR", NO_EDITOR),
          value("GIT_MERGE_AUTOEDIT", "no"),
          value("PIP_NO_INPUT", SWITCH),
          value("PIP_DISABLE_PIP_VERSION_CHECK", SWITCH),
          value("npm_config_fund", SWITCH),
          value("npm_config_audit", SWITCH),
          value("npm_config_progress", SWITCH),
          value("npm_config_loglevel", "[a-z]+"));

  private ReviewedVariables() {}

  /// Any number of such words.
  private static String words(String word) {
    return "\\s*+((%1$s)(\\s++(%1$s))*+\\s*+)?".formatted(word);
  }

  private static Map.Entry<String, Pattern> value(String name, String pattern) {
    return Map.entry(name, Pattern.compile(pattern));
  }

  /// Whether a program that only reads may run code of the workspace where that variable is set.
  public static boolean leadsToCode(String name) {
    return LEADING.contains(name);
  }

  /// Whether a command may set that variable to that value.
  public static boolean admits(String name, String value) {
    Pattern pattern = VALUES.get(name);
    if (pattern != null) {
      return pattern.matcher(value).matches();
    }
    return NAMES.contains(name)
        || (!ExecutionVariables.contains(name) && PREFIXES.stream().anyMatch(name::startsWith));
  }
}
