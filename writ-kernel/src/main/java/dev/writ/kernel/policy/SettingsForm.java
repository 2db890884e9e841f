// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import dev.writ.kernel.protection.GitConfigText;
import dev.writ.kernel.protection.GitConfigText.GitConfigPlace;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The language of a tool's settings, as far as it decides where a value begins and ends.
enum SettingsForm {
  /// git-config(1): also what is written in more lines, in quotes by parts, or within a command.
  GIT {
    @Override
    void find(String text, SecretPlaces places) {
      for (GitConfigPlace place : GitConfigText.places(text)) {
        String value = place.entry().value();
        if (SecretPlaces.isVariable(value)) {
          continue;
        }
        boolean whole = SecretPlaces.isSecret(place.entry().name(), value);
        if (whole) {
          places.take(place.start(), place.end());
          PIECES.splitAsStream(text.substring(place.start(), place.end())).forEach(places::look);
        }
        for (String secret : whole ? List.of(value) : inCommand(value)) {
          int at = text.indexOf(secret, place.start(), place.end());
          places.take(at < 0 ? place.start() : at, at < 0 ? place.end() : at + secret.length());
          places.look(secret);
        }
      }
    }
  },

  /// Elements whose name tells it, with all that is in them, and headers.
  XML {
    @Override
    void find(String text, SecretPlaces places) {
      int after = 0;
      Matcher tag = TAG.matcher(text);
      while (tag.find(after)) {
        after = tag.end();
        String name = tag.group("name");
        int limit = Math.min(text.length(), after + MAX_CHARS);
        boolean header = name.equals("httpHeaders");
        int end = text.indexOf("</" + name, after, limit);
        if (end >= 0 && header) {
          Matcher value = HEADER.matcher(text).region(after, end);
          while (value.find()) {
            places.take(value.start("value"), value.end("value"));
          }
          after = end;
        } else if (end >= 0 && SecretPlaces.isSecret(name, text.substring(after, end).strip())) {
          places.take(after, end);
          MARKUP.splitAsStream(text.substring(after, end)).map(String::strip).forEach(places::look);
          after = end;
        }
      }
    }
  },

  /// Scripts of Gradle: texts that are given to a name which tells it, and those of an account.
  SCRIPT {
    @Override
    void find(String text, SecretPlaces places) {
      Matcher given = GIVEN.matcher(text);
      for (int at = 0; given.find(at); ) {
        String name = SETTER.matcher(given.group("name")).replaceFirst("");
        boolean secret = SecretPlaces.isSecret(name, given.group("value"));
        if (secret) {
          places.take(given.start("value"), given.end("value"));
        }
        at = secret ? given.end() : given.end("name");
      }
      Matcher account = ACCOUNT.matcher(text);
      while (account.find()) {
        Matcher value = GIVEN.matcher(text).region(account.start("all"), account.end("all"));
        while (value.find()) {
          if (!PUBLIC.matcher(value.group("name")).matches()) {
            places.take(value.start("value"), value.end("value"));
          }
        }
      }
    }
  },

  /// As java.util.Properties reads them.
  PROPERTIES {
    @Override
    void find(String text, SecretPlaces places) {
      for (int at = 0; at < text.length(); ) {
        int end = lineEnd(text, at);
        property(text.substring(at, end), at, places);
        at = end + 1;
      }
    }
  },

  /// JSON and PHP: the same as in scripts, and connections' texts (`Endpoint=…;AccountKey=VALUE`).
  CODE {
    @Override
    void find(String text, SecretPlaces places) {
      SCRIPT.find(text, places);
      take(CONNECTION, text, places);
    }
  },

  /// curl(1): accounts, and headers of authorization.
  CURL {
    @Override
    void find(String text, SecretPlaces places) {
      take(CURL_ACCOUNT, text, places);
    }
  },

  /// Bundler: a host, and who is known there.
  BUNDLER {
    @Override
    void find(String text, SecretPlaces places) {
      take(BUNDLER_HOST, text, places);
    }
  },

  /// Lines, which [SettingsSecrets] reads in any form.
  LINES {
    @Override
    void find(String text, SecretPlaces places) {}
  };

  /// How much a secret may take; more is looked at by its shape only.
  private static final int MAX_CHARS = 2_048;

  private static final int MOST_WORDS = 200;

  private static final Pattern PIECES = Pattern.compile("[\"\\\\\\s]+");
  private static final Pattern BETWEEN = Pattern.compile("[\\s;|&(){}\"'`!]+");

  private static final Pattern TAG =
      Pattern.compile("<(?<name>[\\w:.-]{1,100})(?:\\s[^<>]{0,1000})?+>");
  private static final Pattern HEADER =
      Pattern.compile("<value>(?<value>[^<]*+)</value>", Pattern.CASE_INSENSITIVE);
  private static final Pattern MARKUP = Pattern.compile("<!\\[CDATA\\[|]]>|<!--|-->");

  /// `name 'VALUE'`, `name = "VALUE"`, `name("VALUE")`, `set("name", "VALUE")`, `["name"] =
  // "VALUE"`.
  private static final Pattern GIVEN =
      Pattern.compile(
          "(?<![\\w.-])(?<name>[A-Za-z_][\\w.-]{0,99}+)[\"']?[\\s=:,()\\]]{1,20}"
              + "(?<quote>[\"'])(?=\\S)(?<value>[^\"'\\r\\n]{1,4096})(?<=\\S)\\k<quote>");
  private static final Pattern SETTER = Pattern.compile("[.](?:set|convention|value)$");
  private static final Pattern PUBLIC = Pattern.compile("(?i)(?:set)?(?:user(?:name)?|name|url)");
  private static final Pattern ACCOUNT =
      Pattern.compile(
          "(?i)credentials\\s{0,4}(?:\\([^()]{0,200}\\)\\s{0,4})?\\{(?<all>[^{}]{0,2000})}");

  private static final Pattern CONNECTION =
      Pattern.compile(
          "(?i)(?:AccountKey|SharedAccessKey|Password|Pwd)=(?<value>[^;\"'<>\\s]{4,512})");
  private static final Pattern CURL_ACCOUNT =
      Pattern.compile(
          "(?im)(?:^[ \\t]*-{0,2}(?:user|proxy-user|u)(?:[ \\t]*[=:][ \\t]*|[ \\t]+)\"?[^:\"\\s]+:"
              + "|authorization:[ \\t]*|^[ \\t]*-{0,2}oauth2-bearer[ \\t=:]+\"?)(?<value>[^\"\\r\\n]+)");
  private static final Pattern BUNDLER_HOST =
      Pattern.compile(
          "(?m)^BUNDLE_(?!BUILD__|GEM__|LOCAL__|MIRROR__)[A-Z0-9_]{0,200}__[A-Z0-9_]{0,200}:[ \\t]*\"?"
              + "(?<value>[^\"\\r\\n]+)");

  /// Files that lie anywhere in a project, by name, or parent and name: many of them have no secret
  /// (getcomposer.org: auth.json; learn.microsoft.com: nuget.config, Azure Functions; curl(1);
  /// wget(1); bundle-config(1); yarnpkg.com; hgrc(5); sentry-cli; ngrok; wordpress.org; Maven and
  /// Gradle beside their homes).
  private static final Map<String, SettingsForm> IN_PROJECTS =
      Map.ofEntries(
          Map.entry("auth.json", CODE),
          Map.entry("local.settings.json", CODE),
          Map.entry("wp-config.php", CODE),
          Map.entry("settings.xml", XML),
          Map.entry("nuget.config", XML),
          Map.entry("gradle.properties", PROPERTIES),
          Map.entry(".curlrc", CURL),
          Map.entry(".bundle/config", BUNDLER),
          Map.entry(".hg/hgrc", LINES),
          Map.entry(".yarnrc.yml", LINES),
          Map.entry(".wgetrc", LINES),
          Map.entry(".sentryclirc", LINES),
          Map.entry("ngrok.yml", LINES));

  private static final String AUTH = "auth.json";

  /// What Composer's file has; translations are named so, too.
  private static final Pattern COMPOSER =
      Pattern.compile(
          "\"(?:http-basic|bearer|custom-headers|(?:github|gitlab|bitbucket)-(?:oauth|token)"
              + "|forgejo-token)\"\\s*:\\s*\\{");

  /// Adds what only this form has.
  abstract void find(String text, SecretPlaces places);

  /// The form of a file of a tool; Git's for those that no other tool keeps.
  static SettingsForm of(String path) {
    String place = "/" + path;
    if (place.contains("/.m2/") || place.contains("/.nuget/")) {
      return XML;
    }
    if (place.contains("/.gradle/")) {
      return place.contains(".properties") ? PROPERTIES : SCRIPT;
    }
    return place.contains("/.cargo/") ? LINES : inProject(path).orElse(GIT);
  }

  /// The form of settings that lie in a project.
  static Optional<SettingsForm> inProject(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    int name = lower.lastIndexOf('/') + 1;
    SettingsForm form = IN_PROJECTS.get(lower.substring(name));
    int parent = lower.lastIndexOf('/', name - 2) + 1;
    return Optional.ofNullable(form == null ? IN_PROJECTS.get(lower.substring(parent)) : form);
  }

  /// Whether a text is that of another kind of file with such a name.
  static boolean isOther(String path, String text) {
    return path.substring(path.lastIndexOf('/') + 1).equalsIgnoreCase(AUTH)
        && !COMPOSER.matcher(text).find();
  }

  private static void take(Pattern pattern, String text, SecretPlaces places) {
    Matcher found = pattern.matcher(text);
    while (found.find()) {
      places.take(found.start("value"), found.end("value"));
    }
  }

  /// The secrets of a value that may be a command.
  private static List<String> inCommand(String value) {
    List<String> words = List.of(BETWEEN.split(value, MOST_WORDS));
    List<String> secrets = new ArrayList<>();
    for (int from = 0; from < words.size(); from++) {
      secrets.addAll(LineSecrets.in(words.subList(from, words.size())));
    }
    secrets.removeIf(SecretPlaces::isVariable);
    return secrets.stream().distinct().toList();
  }

  /// Where a line ends that a backslash at its end doesn't go on.
  private static int lineEnd(String text, int from) {
    String start = text.substring(from, Math.min(text.length(), from + 64)).stripLeading();
    boolean comment = start.startsWith("#") || start.startsWith("!");
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && !comment) {
        i += text.startsWith("\r\n", i + 1) ? 2 : 1;
      } else if (c == '\n' || c == '\r') {
        return i;
      }
    }
    return text.length();
  }

  private static void property(String line, int offset, SecretPlaces places) {
    int at = line.length() - line.stripLeading().length();
    while (at < line.length() && "=: \t\f".indexOf(line.charAt(at)) < 0) {
      at += line.charAt(at) == '\\' ? 2 : 1;
    }
    int start = Math.min(at, line.length());
    while (start < line.length() && "=: \t\f".indexOf(line.charAt(start)) >= 0) {
      start++;
    }
    Properties read = new Properties();
    try {
      read.load(new StringReader(line));
    } catch (IOException | IllegalArgumentException _) {
      return; // nor does a tool read the file
    }
    for (String name : read.stringPropertyNames()) {
      String value = read.getProperty(name);
      if (SecretPlaces.isSecret(name, value)) {
        places.take(offset + start, offset + line.length());
        places.look(value);
      }
    }
  }
}
