// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ContentHash;
import dev.writ.records.change.Samples;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A record is what its published schema says, whether its bytes are gone over, its tree is judged,
/// or a real validator looks at it.
class RecordFormTest {
  private static final Path SCHEMA =
      Path.of(System.getProperty("writ.root", ".."), "docs/reference/ledger-record.schema.json");

  @TempDir Path directory;

  private static JsonSchema schema() throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(SCHEMA));
  }

  /// A record with everything that there can be.
  private static Json.Obj full() throws JsonException {
    String hash = "sha256:" + "0123456789abcdef".repeat(4);
    return JsonReader.readObject(
        """
        {"version":"1.0","id":"018bcfe5-6800-7abc-9def-0123456789ab",
         "timestamp":"2026-01-18T08:13:01.123Z",
         "vcs":{"type":"git","revision_id":"0123456789abcdef0123456789abcdef01234567","dirty":true},
         "files":[
          {"relative_path":"a/b","change":"modify","before_hash":"HASH","after_hash":"HASH",
           "conversations":[{"url":"session:s-1#7",
            "contributor":{"entity_type":"mixed","model_identifier":"p/m"},
            "ranges":[{"start_line":1,"end_line":2,"content_hash":"HASH",
             "line_hashes":["01234567","89abcdef"]}],
            "related":[{"type":"intent","value":"I"},{"type":"undoes","value":"x"}]}]},
          {"relative_path":"c","change":"rename","from_path":"d","directory":true,
           "mode":"rwxr-x---","before_hash":null,"after_hash":null,
           "conversations":[{"url":"session:s#1","contributor":{"entity_type":"human"},
            "ranges":[],"related":[{"type":"issue","value":""}]}]}],
         "intent_id":"I","turn":0,"mutation_class":"AST_REFACTOR",
         "chain":{"writer":"s-1","seq":3,"prev":"HASH","hash":"HASH"}}
        """
            .replace("HASH", hash));
  }

  private static boolean scans(Json.Obj record) {
    byte[] bytes = (record.write() + "\n").getBytes(StandardCharsets.UTF_8);
    RecordCursor cursor = new RecordCursor();
    cursor.begin(bytes, 0, bytes.length);
    return RecordForm.scan(cursor) && cursor.at == bytes.length - 1;
  }

  @Test
  void aFullRecordIsOneInEveryWay() throws Exception {
    assertThat(RecordForm.fault(full())).isEmpty();
    assertThat(scans(full())).isTrue();
    assertThat(schema().validate(full().write(), InputFormat.JSON)).isEmpty();
  }

  @Tag("slow")
  @Test
  void mutatedRecordsAreJudgedAsAValidatorOfTheSchemaDoes() throws Exception {
    long seed = Long.getLong("seed", 20_261_121L);
    SplittableRandom random = new SplittableRandom(seed);
    JsonSchema schema = schema();
    int refused = 0;
    for (int i = 0; i < 6_000; i++) {
      Json.Obj record = full();
      for (int k = random.nextInt(2); k >= 0; k--) {
        record = mutated(record, random) instanceof Json.Obj object ? object : record;
      }
      String text = record.write();
      boolean valid = schema.validate(text, InputFormat.JSON).isEmpty();
      String fault = RecordForm.fault(record);
      assertThat(fault.isEmpty()).as("seed %d: %s in %s", seed, fault, text).isEqualTo(valid);
      if (scans(record)) {
        assertThat(valid).as("seed %d, scanned: %s", seed, text).isTrue();
      }
      refused += valid ? 0 : 1;
    }
    assertThat(refused).isBetween(1_000, 5_500);
  }

  /// The same with a fault somewhere, though not every change is one.
  private static Json mutated(Json value, SplittableRandom random) {
    if (value instanceof Json.Obj object && !object.members().isEmpty() && random.nextInt(8) > 0) {
      List<String> names = new ArrayList<>(object.members().keySet());
      String name = names.get(random.nextInt(names.size()));
      Map<String, Json> members = new LinkedHashMap<>(object.members());
      Json inside = object.get(name).orElseThrow();
      switch (random.nextInt(8)) {
        case 0 -> members.remove(name);
        case 1 -> members.put("x" + name, inside);
        default -> members.put(name, mutated(inside, random));
      }
      return new Json.Obj(members);
    }
    if (value instanceof Json.Arr(List<Json> items) && random.nextInt(4) > 0 && !items.isEmpty()) {
      List<Json> changed = new ArrayList<>(items);
      int at = random.nextInt(changed.size());
      switch (random.nextInt(5)) {
        case 0 -> changed.remove(at);
        case 1 -> changed.add(changed.get(at));
        default -> changed.set(at, mutated(changed.get(at), random));
      }
      return new Json.Arr(changed);
    }
    if (value instanceof Json.Text(String text) && random.nextInt(3) > 0) {
      return Json.of(mutated(text, random));
    }
    List<Json> others =
        List.of(
            new Json.Null(),
            Json.of(true),
            Json.of(0),
            Json.of(-1),
            Json.of(""),
            Json.of("create"),
            Json.of("delete"),
            Json.of("rename"),
            Json.of("human"),
            Json.of("ai"),
            Json.of("sha256:" + "0".repeat(64)),
            new Json.Num("1.5"),
            Json.Obj.EMPTY,
            new Json.Arr(List.of()));
    return others.get(random.nextInt(others.size()));
  }

  private static String mutated(String text, SplittableRandom random) {
    StringBuilder changed = new StringBuilder(text);
    int at = random.nextInt(text.length() + 1);
    String some = "0aFg#-:9\"\\ \u00e4\u2028";
    char c = some.charAt(random.nextInt(some.length()));
    switch (random.nextInt(3)) {
      case 0 -> changed.insert(at, c);
      case 1 -> changed.setLength(at);
      default -> {
        if (at < text.length()) {
          changed.setCharAt(at, c);
        }
      }
    }
    return changed.toString();
  }

  /// As it would be verified without haste: whole, by the tree parser and a validator.
  private static String slow(byte[] ledger, JsonSchema schema) {
    Map<String, Json.Obj> lasts = new HashMap<>();
    Map<String, String> hashes = new HashMap<>();
    int from = 0;
    int number = 0;
    for (int i = 0; i < ledger.length; i++) {
      if (ledger[i] != '\n') {
        continue;
      }
      number++;
      byte[] line = Arrays.copyOfRange(ledger, from, i);
      from = i + 1;
      String text = new String(line, StandardCharsets.UTF_8);
      try {
        Json.Obj record = JsonReader.readObject(text);
        Json.Obj chain = record.object("chain");
        int own = text.lastIndexOf(",\"hash\":");
        String writer = chain.text("writer").orElse("");
        long expected = lasts.containsKey(writer) ? number(lasts.get(writer)) + 1 : 1;
        boolean holds =
            Arrays.equals(text.getBytes(StandardCharsets.UTF_8), line)
                && schema.validate(text, InputFormat.JSON).isEmpty()
                && own > 0
                && text.endsWith(",\"hash\":\"" + ContentHash.of(text.substring(0, own)) + "\"}}")
                && chain.number("seq").orElse(0) == expected
                && chain.text("prev").orElse("").equals(hashes.getOrDefault(writer, ""));
        if (!holds) {
          return "line " + number;
        }
        lasts.put(writer, chain);
        hashes.put(writer, ContentHash.of(line));
      } catch (JsonException _) {
        return "line " + number;
      }
    }
    return "sound " + number;
  }

  private static long number(Json.Obj chain) {
    return chain.number("seq").orElse(0);
  }

  private static String told(VerificationReport found) {
    return switch (found) {
      case VerificationReport.Sound sound -> "sound " + sound.records();
      case VerificationReport.BrokenLedger broken -> "line " + broken.line();
      case VerificationReport.BrokenCheckpoint broken -> "checkpoint " + broken.line();
      case VerificationReport.BrokenBoth both -> "both, line " + both.ledger().line();
    };
  }

  @Tag("slow")
  @Test
  void verifyingFastFindsWhatVerifyingSlowlyFinds() throws Exception {
    long seed = Long.getLong("seed", 20_261_122L);
    SplittableRandom random = new SplittableRandom(seed);
    Path file = directory.resolve("ledger");
    for (int writer = 0; writer < 3; writer++) {
      Ledger ledger = Samples.ledger(file, writer);
      for (int i = 0; i < 4; i++) {
        ledger.append(Samples.entry("w\"ä" + writer, i));
      }
      ledger.close();
    }
    byte[] whole = Files.readAllBytes(file);
    JsonSchema schema = schema();
    assertThat(slow(whole, schema)).isEqualTo("sound 12");
    for (int i = 0; i < 1_500; i++) {
      byte[] changed = changed(whole, random);
      assertThat(told(VerificationReport.of(changed, Map.of())))
          .as("seed %d, round %d", seed, i)
          .isEqualTo(slow(changed, schema));
    }
  }

  /// Some bytes or lines are others, or elsewhere.
  private static byte[] changed(byte[] ledger, SplittableRandom random) {
    byte[] bytes = ledger.clone();
    if (random.nextInt(3) == 0) {
      List<String> lines =
          new ArrayList<>(new String(bytes, StandardCharsets.UTF_8).lines().toList());
      int one = random.nextInt(lines.size());
      int other = random.nextInt(lines.size());
      switch (random.nextInt(4)) {
        case 0 -> lines.remove(one);
        case 1 -> lines.add(other, lines.get(one));
        case 2 -> lines.add(lines.set(one, lines.get(other)));
        default -> lines.add(other, lines.remove(one));
      }
      return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }
    for (int k = random.nextInt(3); k >= 0; k--) {
      int at = random.nextInt(bytes.length);
      bytes[at] = random.nextBoolean() ? (byte) (bytes[at] ^ 1 << random.nextInt(8)) : (byte) ' ';
    }
    return bytes;
  }
}
