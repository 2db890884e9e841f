// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.app.host;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.FileContent;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.WholeFileWriter;
import dev.writ.syntax.DeclaredItem;
import dev.writ.syntax.FileTags;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tags that earlier sessions read, in a private file of the person's: a line for each content,
/// added as it is parsed, so that a session that ends early has not parsed in vain. A line that is
/// damaged, of another version, or missing is parsed again; nothing depends on the file, and what
/// can't be written is not remembered.
///
/// Remembered tags rank files. They are never shown: whoever could change this file could put any
/// text there ([#read]).
final class TagCache implements WorkspaceMap.Parsing {
  /// The most bytes of the file.
  static final int MAX_BYTES = 16 << 20;

  /// The number of files of one person. Projects that share one only share the room in it.
  static final int FILES = 8;

  /// So many contents are written at once.
  private static final int BATCH = 64;

  private static final int FIELDS = 4;

  private final WorkspaceMap.Parsing parser;
  private final Path file;
  private final String header;
  private final DiskPort disk;
  private final StringBuilder unwritten = new StringBuilder();
  private int count;
  private long size;
  private Optional<Map<String, String>> known = Optional.empty();
  private boolean unusable;
  private boolean begun;

  /// @param version of what reads tags from contents; tags of another version are not used
  TagCache(WorkspaceMap.Parsing parser, Path file, String version, DiskPort disk) {
    this.parser = parser;
    this.file = file;
    this.header = Json.object().put("tags", version).build().write();
    this.disk = disk;
  }

  /// The file for a project.
  ///
  /// @param data the person's data directory
  static Path file(Path data, Path project) {
    int number = Math.floorMod(project.toString().hashCode(), FILES);
    return data.resolve("map").resolve(number + ".jsonl");
  }

  @Override
  public FileTags tags(String fileName, FileContent content) {
    String key = content.hash() + fileName.substring(fileName.lastIndexOf('.') + 1);
    Optional<FileTags> tags = Optional.ofNullable(known().get(key)).flatMap(TagCache::tags);
    return tags.orElseGet(
        () -> {
          FileTags read = parser.tags(fileName, content);
          add(key, read);
          return read;
        });
  }

  @Override
  public FileTags read(String fileName, FileContent content) {
    return parser.read(fileName, content);
  }

  private Map<String, String> known() {
    if (known.isEmpty()) {
      known = Optional.of(load());
    }
    return known.get();
  }

  /// The remembered lines by their keys, which are parsed only when they are asked for.
  private Map<String, String> load() {
    Map<String, String> lines = new HashMap<>();
    try {
      String text = Journal.read(file, MAX_BYTES);
      size = text.length();
      begun = text.startsWith(header + "\n");
      if (begun) {
        text.lines()
            .skip(1)
            .filter(line -> line.indexOf('\t') > 0)
            .forEach(line -> lines.put(line.substring(0, line.indexOf('\t')), line));
      }
    } catch (IOException _) {
      unusable = true; // nothing is remembered
    }
    return lines;
  }

  private static Optional<FileTags> tags(String line) {
    try {
      Json.Obj json = JsonReader.readObject(line.substring(line.indexOf('\t') + 1));
      List<DeclaredItem> declarations = new ArrayList<>();
      for (Json item : json.items("d")) {
        if (!(item instanceof Json.Arr(List<Json> fields))
            || fields.size() != FIELDS
            || !(fields.get(0) instanceof Json.Text(String anchor))
            || !(fields.get(1) instanceof Json.Text(String kind))
            || !(fields.get(2) instanceof Json.Num first)
            || !(fields.get(3) instanceof Json.Num last)) {
          return Optional.empty();
        }
        declarations.add(new DeclaredItem(anchor, kind, whole(first), whole(last)));
      }
      Map<String, Integer> mentions = new HashMap<>();
      for (Map.Entry<String, Json> mention : json.object("m").members().entrySet()) {
        if (!(mention.getValue() instanceof Json.Num times)) {
          return Optional.empty();
        }
        mentions.put(mention.getKey(), whole(times));
      }
      return Optional.of(new FileTags(declarations, mentions));
    } catch (JsonException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static int whole(Json.Num number) {
    return Integer.parseInt(number.literal());
  }

  private static String line(String key, FileTags tags) {
    List<Json> declarations = new ArrayList<>();
    for (DeclaredItem item : tags.declarations()) {
      declarations.add(
          new Json.Arr(
              List.of(
                  Json.of(item.anchor()),
                  Json.of(item.kind()),
                  Json.of(item.firstLine()),
                  Json.of(item.lastLine()))));
    }
    Json.Builder mentions = Json.object();
    tags.mentions().forEach(mentions::put);
    Json.Obj json =
        Json.object().put("d", new Json.Arr(declarations)).put("m", mentions.build()).build();
    return key + "\t" + json.write() + "\n";
  }

  private void add(String key, FileTags tags) {
    if (!unusable) {
      unwritten.append(line(key, tags));
      if (++count % BATCH == 0) {
        write();
      }
    }
  }

  /// Begins a new file where the present one is of another version or has no room left.
  private void write() {
    byte[] lines = unwritten.toString().getBytes(StandardCharsets.UTF_8);
    unwritten.setLength(0);
    try {
      if (!begun || size + lines.length > MAX_BYTES) {
        Journal.createPrivate(file.resolveSibling(""));
        new WholeFileWriter(disk).replace(file, out -> out.write(header + "\n"));
        size = header.length();
        begun = true;
      }
      try (Journal journal = Journal.open(file, disk)) {
        size = journal.place(_ -> lines).end();
      }
    } catch (IOException _) {
      unusable = true;
    }
  }

  @Override
  public void close() {
    parser.close();
    if (!unwritten.isEmpty() && !unusable) {
      write();
    }
  }
}
