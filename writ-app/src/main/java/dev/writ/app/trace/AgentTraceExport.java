// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.trace;

import dev.writ.base.json.Json;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.RecordedConversation;
import dev.writ.records.ledger.TraceRecord;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records in the public form Agent Trace 0.1.0, one object each.
public final class AgentTraceExport {
  private static final String VERSION = "0.1.0";
  private static final String VENDOR = "dev.writ";
  private static final int MAX_MODEL_CHARS = 250;

  private final String tool;

  /// Records of that version of Writ.
  public AgentTraceExport(String tool) {
    this.tool = tool;
  }

  /// A record as it was made: lines are those of the file right after the change.
  public Json.Obj recorded(TraceRecord record, VouchedRecords vouched) {
    List<Json> files = new ArrayList<>();
    for (RecordedChange file : record.leaves()) {
      files.add(
          file(
              file.path(),
              file.conversations().stream().map(AgentTraceExport::conversation).toList()));
    }
    return head(
            record.id(),
            record.json().text("timestamp").orElse(""),
            record.json().object("vcs").text("revision_id"))
        .put("files", new Json.Arr(files))
        .put(
            "metadata",
            metadata(
                record.intentId(),
                Json.object()
                    .put(VouchedRecords.MEMBER, vouched.by(record))
                    .put("turn", record.turn())
                    .put("mutation_class", record.json().text("mutation_class").orElse(""))))
        .build();
  }

  private static Json conversation(RecordedConversation conversation) {
    List<Json> ranges = new ArrayList<>();
    for (Json.Obj range : conversation.ranges()) {
      ranges.add(
          Json.object()
              .put("start_line", Math.max(1, range.number("start_line").orElse(1)))
              .put("end_line", Math.max(1, range.number("end_line").orElse(1)))
              .put("content_hash", range.text("content_hash").orElse(""))
              .build());
    }
    List<Json> related = new ArrayList<>();
    for (Json.Obj pair : conversation.related()) {
      String type = pair.text("type").orElse("other");
      related.add(related(type, pair.text("value").orElse("")));
    }
    return conversation(
        conversation.url().orElse(""),
        contributor(conversation.contributor().orElse("unknown"), conversation.model().orElse("")),
        ranges,
        related);
  }

  /// The remaining lines at their present places: one object for each record that still has lines.
  ///
  /// @param revision the commit that is checked out; empty where there is none
  public List<Json.Obj> surviving(SurvivingLines surviving, Optional<String> revision) {
    Map<String, LineAuthor> authors = new LinkedHashMap<>();
    Map<String, Map<String, List<Json>>> ranges = new LinkedHashMap<>();
    for (SurvivingLines.InFile file : surviving.files()) {
      for (SurvivingLines.Portion portion : file.portions()) {
        LineAuthor author = portion.author();
        String key = author.record() + author.who();
        authors.put(key, author);
        ranges
            .computeIfAbsent(key, _ -> new LinkedHashMap<>())
            .computeIfAbsent(file.path().toString(), _ -> new ArrayList<>())
            .add(
                Json.object()
                    .put("start_line", portion.span().first())
                    .put("end_line", portion.span().last())
                    .build());
      }
    }
    List<Json.Obj> records = new ArrayList<>();
    authors.forEach(
        (key, author) -> {
          List<Json> files = new ArrayList<>();
          ranges
              .getOrDefault(key, Map.of())
              .forEach(
                  (path, lines) -> files.add(file(path, List.of(conversation(author, lines)))));
          records.add(
              head(author.record(), author.place().timestamp(), revision)
                  .put("files", new Json.Arr(files))
                  .put(
                      "metadata",
                      metadata(
                          author.intentId(),
                          Json.object().put(VouchedRecords.MEMBER, VouchedRecords.by(author))))
                  .build());
        });
    return records;
  }

  private static Json conversation(LineAuthor author, List<Json> ranges) {
    return conversation(
        author.url(),
        contributor(author.who().word(), author.model()),
        ranges,
        List.of(related("intent", author.intentId())));
  }

  private Json.Builder head(String id, String timestamp, Optional<String> revision) {
    Json.Builder json =
        Json.object().put("version", VERSION).put("id", id).put("timestamp", timestamp);
    revision
        .filter(r -> !r.isEmpty())
        .ifPresent(
            r -> json.put("vcs", Json.object().put("type", "git").put("revision", r).build()));
    return json.put("tool", Json.object().put("name", "writ").put("version", tool).build());
  }

  private static Json metadata(String intent, Json.Builder more) {
    return Json.object().put(VENDOR, more.put("intent_id", intent).build()).build();
  }

  private static Json file(String path, List<Json> conversations) {
    return Json.object()
        .put("path", path)
        .put("conversations", new Json.Arr(conversations))
        .build();
  }

  private static Json conversation(
      String url, Json contributor, List<Json> ranges, List<Json> related) {
    Json.Builder json = Json.object();
    uri(url).ifPresent(u -> json.put("url", u));
    return json.put("contributor", contributor)
        .put("ranges", new Json.Arr(ranges))
        .put("related", new Json.Arr(related))
        .build();
  }

  private static Json contributor(String type, String model) {
    Json.Builder json = Json.object().put("type", type);
    if (!model.isEmpty()) {
      json.put("model_id", model.substring(0, Math.min(MAX_MODEL_CHARS, model.length())));
    }
    return json.build();
  }

  private static Json related(String type, String value) {
    return Json.object()
        .put("type", type)
        .put("url", uri("writ:" + type + "/" + value).orElse("writ:" + type))
        .build();
  }

  /// The text as a URI, with what may not stand in one escaped.
  private static Optional<String> uri(String text) {
    int colon = text.indexOf(':');
    int hash = text.lastIndexOf('#');
    if (colon <= 0) {
      return Optional.empty();
    }
    String part = text.substring(colon + 1, hash > colon ? hash : text.length());
    String fragment = hash > colon ? text.substring(hash + 1) : null;
    try {
      return Optional.of(new URI(text.substring(0, colon), part, fragment).toASCIIString());
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }
}
