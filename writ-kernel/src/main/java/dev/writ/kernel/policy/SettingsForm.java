// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import dev.writ.kernel.protection.GitConfigText;
import dev.writ.kernel.protection.GitConfigText.GitConfigPlace;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
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
    return place.contains("/.cargo/") ? LINES : GIT;
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
