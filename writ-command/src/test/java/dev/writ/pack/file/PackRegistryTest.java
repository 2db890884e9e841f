// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.JsonException;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.PackRefusal;
import dev.writ.pack.schema.PackVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PackRegistryTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  /// Files in memory; notes what is read.
  private static final class Memory implements PackFiles {
    private final Map<String, byte[]> files = new HashMap<>();
    private final List<String> read = new ArrayList<>();
    private int stamp;

    @Override
    public Object stamp(String name) {
      return stamp;
    }

    Memory put(String name, String text) {
      files.put(name, text.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
      read.add(name);
      if (files.containsKey(name) && files.get(name).length == 0) {
        throw new IOException("unreadable");
      }
      return Optional.ofNullable(files.get(name));
    }
  }

  private final Memory shipped = new Memory();
  private final Memory personal = new Memory();
  private final PackRegistry packs = new PackRegistry(shipped, personal);

  private static String pack(String tool, String version) {
    return """
    tool: %s
    version: %s
    binary: [%s, %s2]
    summary: s
    commands: [{id: %s, effect: [read], flags: -a}]
    """
        .formatted(tool, version, tool, tool, tool);
  }

  private static String hash(String text) {
    try {
      return PackCandidate.read("x.yaml", text).hash();
    } catch (PackException e) {
      throw new AssertionError(e);
    }
  }

  private void ship(String tool, String text) {
    String index =
        new String(shipped.files.getOrDefault("index", new byte[0]), StandardCharsets.UTF_8);
    shipped.put("index", index + hash(text) + " " + tool + " " + tool + " " + tool + "2\n");
    shipped.put("activated/" + tool + ".yaml", text);
  }

  private void record(Activation.ActivationAction action, String tool, String text) {
    String version = text.lines().skip(1).findFirst().orElseThrow().substring("version: ".length());
    String line =
        new Activation(action, tool, PackVersion.of(version).orElseThrow(), hash(text), "me", NOW)
            .line();
    String before =
        new String(
            personal.files.getOrDefault(ActivationRecord.FILE, new byte[0]),
            StandardCharsets.UTF_8);
    personal.put(ActivationRecord.FILE, before + line + "\n");
  }

  private PackReading read(String line) {
    return packs.read(Arrays.asList(line.split(" ")));
  }

  private void assertRefused(PackRefusal reason, String why) {
    assertThat(read("demo -a"))
        .isInstanceOfSatisfying(
            PackReading.RefusedReading.class,
            refused -> {
              assertThat(refused.tool()).isEqualTo("demo");
              assertThat(refused.reason()).isEqualTo(reason);
              assertThat(refused.why()).contains(why);
            });
    assertThat(read("other -a")).isInstanceOf(PackReading.Known.class);
  }

  @Test
  void readsOnlyWhatIsAskedFor() {
    ship("demo", pack("demo", "1.0.0"));
    ship("other", pack("other", "1.0.0"));
    assertThat(shipped.read).isEmpty();
    assertThat(read("demo -a")).isInstanceOf(PackReading.Known.class);
    assertThat(read("demo2 -a")).isInstanceOf(PackReading.Known.class);
    assertThat(read("/usr/bin/demo -a")).isInstanceOf(PackReading.Known.class);
    assertThat(read("/bin/demo -a")).isInstanceOf(PackReading.Known.class);
    assertThat(shipped.read).containsExactly("index", "activated/demo.yaml");
    assertThat(personal.read).containsExactly(ActivationRecord.FILE);
    assertThat(read("nothing")).isEqualTo(new PackReading.NoPack("nothing"));
    assertThat(read("/opt/demo -a")).isEqualTo(new PackReading.NoPack("/opt/demo"));
    assertThat(packs.read(List.of())).isEqualTo(new PackReading.NoPack(""));
    assertThat(packs.tools()).containsExactly("demo", "other");
    assertThat(packs.load("demo"))
        .isInstanceOfSatisfying(
            LoadedPack.Active.class,
            active -> assertThat(active.origin()).isEqualTo(LoadedPack.Origin.SHIPPED));
    assertThat(packs.load("nothing")).isEqualTo(new LoadedPack.MissingPack("nothing"));
  }

  @Test
  void anActivatedPackTakesThePlaceOfTheShippedOne() {
    ship("demo", pack("demo", "1.0.0"));
    String newer = pack("demo", "1.1.0").replace("-a", "-b");
    personal.put("activated/demo.yaml", newer);
    assertThat(read("demo -b")).isInstanceOf(PackReading.Unnamed.class);
    record(Activation.ActivationAction.ACTIVATE, "demo", newer);
    packs.refresh();
    assertThat(read("demo -b")).isInstanceOf(PackReading.Known.class);
    assertThat(packs.load("demo"))
        .isInstanceOfSatisfying(
            LoadedPack.Active.class,
            active -> assertThat(active.origin()).isEqualTo(LoadedPack.Origin.ACTIVATED));
    record(Activation.ActivationAction.DEACTIVATE, "demo", newer);
    packs.refresh();
    assertThat(read("demo -b")).isEqualTo(new PackReading.WithdrawnPack("demo"));
    assertThat(read("/usr/bin/demo2")).isEqualTo(new PackReading.WithdrawnPack("demo2"));
    record(Activation.ActivationAction.ACTIVATE, "demo", pack("demo", "1.0.0"));
    packs.refresh();
    assertThat(read("demo -a")).isInstanceOf(PackReading.Known.class);
    assertThat(packs.activations().newest()).containsEntry("demo", new PackVersion(1, 1, 0));
  }

  @Test
  void aToolOfItsOwnIsFoundByItsName() {
    String mine = pack("mine", "1.0.0");
    personal.put("activated/mine.yaml", mine);
    assertThat(read("mine -a")).isInstanceOf(PackReading.NoPack.class);
    record(Activation.ActivationAction.ACTIVATE, "mine", mine);
    packs.refresh();
    assertThat(read("mine -a")).isInstanceOf(PackReading.Known.class);
    assertThat(packs.tools()).containsExactly("mine");
    String another = pack("another", "1.0.0").replace("[another, another2]", "x");
    personal.put("activated/another.yaml", another);
    record(Activation.ActivationAction.ACTIVATE, "another", another);
    packs.refresh();
    assertThat(read("another -a")).isEqualTo(new PackReading.WithdrawnPack("another"));
  }

  @Test
  void whatIsNotWhatWasActivatedIsRefused() {
    ship("other", pack("other", "1.0.0"));
    String trusted = pack("demo", "1.2.0");
    record(Activation.ActivationAction.ACTIVATE, "demo", trusted);
    personal.put("activated/demo.yaml", trusted.replace("-a", "-a -x"));
    assertRefused(PackRefusal.HASH_MISMATCH, hash(trusted));
    packs.refresh();
    personal.put("activated/demo.yaml", pack("demo", "1.1.9"));
    assertRefused(PackRefusal.DOWNGRADE, "1.1.9 is older than 1.2.0");
    packs.refresh();
    personal.put("activated/demo.yaml", pack("demo", "1.3.0"));
    assertRefused(PackRefusal.HASH_MISMATCH, "was activated");
    packs.refresh();
    personal.put("activated/demo.yaml", "tool: [");
    assertRefused(PackRefusal.CORRUPT, "activated/demo.yaml");
    packs.refresh();
    personal.put("activated/demo.yaml", "");
    assertRefused(PackRefusal.CORRUPT, "unreadable");
    packs.refresh();
    personal.files.put("activated/demo.yaml", new byte[] {(byte) 0xff});
    assertRefused(PackRefusal.CORRUPT, "no UTF-8");
    packs.refresh();
    personal.put("activated/demo.yaml", "#".repeat(PackFiles.MAX_BYTES + 1));
    assertRefused(PackRefusal.CORRUPT, "larger than");
    packs.refresh();
    personal.put("activated/demo.yaml", pack("fake", "1.2.0"));
    assertRefused(PackRefusal.CORRUPT, "a pack of fake");
    packs.refresh();
    personal.files.remove("activated/demo.yaml");
    assertRefused(PackRefusal.CORRUPT, "is missing");
  }

  /// A pack that was read well is read again at each load: what changed under the same version is
  /// refused, and what is as it was activated serves again.
  @Test
  void inv5AnActivatedPackIsVerifiedOnEveryLoad() {
    ship("other", pack("other", "1.0.0"));
    String activated = pack("demo", "1.2.0");
    record(Activation.ActivationAction.ACTIVATE, "demo", activated);
    for (int load = 0; load < 3; load++) {
      personal.put("activated/demo.yaml", activated);
      packs.refresh();
      assertThat(read("demo -a")).isInstanceOf(PackReading.Known.class);
      personal.put("activated/demo.yaml", activated.replace("effect: [read]", "effect: [write]"));
      packs.refresh();
      assertRefused(PackRefusal.HASH_MISMATCH, hash(activated));
    }
    personal.put("activated/demo.yaml", activated.replace("effect: [read]", "effect: [write]"));
    assertThat(new PackRegistry(shipped, personal).read(List.of("demo", "-a")))
        .isInstanceOf(PackReading.RefusedReading.class);
  }

  @Test
  void aShippedPackIsVerifiedToo() {
    ship("demo", pack("demo", "1.0.0"));
    ship("other", pack("other", "1.0.0"));
    shipped.put("activated/demo.yaml", pack("demo", "1.0.0").replace("-a", "-b"));
    assertRefused(PackRefusal.HASH_MISMATCH, "was activated");
  }

  @Test
  void aRecordThatCannotBeReadRefusesEverything() {
    ship("demo", pack("demo", "1.0.0"));
    personal.put(ActivationRecord.FILE, "{\"tool\":\"x\"}\n");
    assertThat(read("demo -a"))
        .isInstanceOfSatisfying(
            PackReading.RefusedReading.class,
            refused -> assertThat(refused.reason()).isEqualTo(PackRefusal.INDEX_CORRUPT));
    packs.refresh();
    personal.put(ActivationRecord.FILE, "");
    assertThat(read("demo -a")).isInstanceOf(PackReading.RefusedReading.class);
    packs.refresh();
    personal.files.remove(ActivationRecord.FILE);
    assertThat(read("demo -a")).isInstanceOf(PackReading.Known.class);
    packs.refresh();
    shipped.put("index", "");
    assertThat(read("demo -a")).isEqualTo(new PackReading.NoPack("demo"));
    assertThat(ShippedIndex.parse("short line\n").hashes()).isEmpty();
  }

  @Test
  void activationLinesAreStrict() throws JsonException {
    Activation activation =
        new Activation(
            Activation.ActivationAction.ACTIVATE,
            "demo",
            new PackVersion(1, 0, 0),
            "sha256:ab",
            "me",
            NOW);
    String line = activation.line();
    assertThat(line)
        .isEqualTo(
            "{\"action\":\"activate\",\"tool\":\"demo\",\"version\":\"1.0.0\",\"hash\":\"sha256:ab\","
                + "\"who\":\"me\",\"when\":\"2026-01-02T03:04:05Z\"}");
    assertThat(Activation.parse(line)).isEqualTo(activation);
    for (String broken :
        List.of(
            line.replace("activate", "x"),
            line.replace("1.0.0", "1"),
            line.replace("sha256:", "md5:"),
            line.replace("2026-01-02T", ""),
            line.replace("\"who\":\"me\",", ""),
            line.replace("}", ",\"x\":1}"),
            "[]",
            "")) {
      assertThatThrownBy(() -> Activation.parse(broken)).isInstanceOf(JsonException.class);
    }
    ActivationRecord folded =
        ActivationRecord.fold(line + "\n" + line.replace("1.0.0", "0.9.0") + "\n");
    assertThat(folded.whole()).isTrue();
    assertThat(folded.newest()).containsEntry("demo", new PackVersion(1, 0, 0));
    assertThat(ActivationRecord.fold(line + "\n" + line.replace("1.0.0", "1.0.1")).newest())
        .containsEntry("demo", new PackVersion(1, 0, 1));
    assertThat(folded.of("demo")).map(Activation::version).contains(new PackVersion(0, 9, 0));
    assertThat(folded.of("x")).isEmpty();
    assertThat(ActivationRecord.fold("x").whole()).isFalse();
  }

  @Test
  void aCandidateMustBeNewerAndHoldItsExamples() throws PackException {
    String text = pack("demo", "1.0.0");
    PackCandidate candidate = PackCandidate.read("demo.yaml", text);
    assertThat(candidate.objection(ActivationRecord.NONE)).isEmpty();
    assertThat(candidate.read(List.of("demo", "-a"))).isInstanceOf(PackReading.Known.class);
    record(Activation.ActivationAction.ACTIVATE, "demo", text);
    ActivationRecord after = packs.activations();
    assertThat(candidate.objection(after)).isEmpty();
    assertThat(PackCandidate.read("demo.yaml", text.replace("-a", "-b")).objection(after))
        .hasValueSatisfying(why -> assertThat(why).contains("not newer than 1.0.0"));
    assertThat(PackCandidate.read("demo.yaml", pack("demo", "0.9.0")).objection(after)).isPresent();
    assertThat(PackCandidate.read("demo.yaml", pack("demo", "1.0.1")).objection(after)).isEmpty();
    String examples =
        text
            + """
            examples:
              match:
                - {line: demo -a, id: demo, effect: [read]}
                - {line: demo -a, id: demo, effect: [write]}
                - {line: demo -a, id: demo.x}
                - {line: demo -a, id: demo, risk: destructive}
                - {line: demo -b, id: demo}
              not_match: [{line: demo -b}, {line: demo -a}]
            """;
    assertThat(PackCandidate.read("demo.yaml", examples).faults())
        .hasSize(5)
        .allMatch(fault -> fault.contains("must be"));
  }

  @Test
  void onlyWhatWasReadIsKnownWithoutReading() {
    ship("demo", pack("demo", "1.0.0"));
    assertThat(packs.hasRead("demo2")).isFalse();
    assertThat(packs.of("/usr/bin/demo2")).isInstanceOf(LoadedPack.Active.class);
    assertThat(packs.hasRead("demo2")).isTrue();
    assertThat(packs.hasRead("other")).isFalse();
    assertThat(packs.of("other")).isEqualTo(new LoadedPack.MissingPack("other"));
    assertThat(packs.commands("demo")).extracting(PackCommand::id).containsExactly("demo");
    assertThat(packs.commands("other")).isEmpty();
  }

  /// What a person says in another terminal counts from the next look on, and costs one look.
  @Test
  void aLookFindsWhatWasActivatedMeanwhile() {
    ship("demo", pack("demo", "1.0.0"));
    packs.lookAgain();
    assertThat(shipped.read).isEmpty();
    assertThat(packs.read(List.of("nosuch"))).isInstanceOf(PackReading.NoPack.class);
    assertThat(packs.hasRead("demo")).isFalse();
    assertThat(read("demo -a")).isInstanceOf(PackReading.Known.class);

    record(Activation.ActivationAction.DEACTIVATE, "demo", pack("demo", "1.0.0"));
    packs.lookAgain();
    assertThat(read("demo -a")).isInstanceOf(PackReading.Known.class);
    personal.stamp++;
    packs.lookAgain();
    assertThat(read("demo -a")).isInstanceOf(PackReading.WithdrawnPack.class);
  }
}
