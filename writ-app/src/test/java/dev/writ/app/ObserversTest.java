// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a session's log and a telemetry receiver get.
class ObserversTest {
  private static final String SCRIPT =
      ("{'turns':[{'calls':[{'tool':'write_file','arguments':{'path':'b.txt','content':'canary'}},"
              + "{'tool':'write_file','arguments':{'path':'.git/config','content':'b'}}]},"
              + "{'text':'Done.'}]}")
          .replace('\'', '"');

  private static Desk.Ran run(Desk desk, String... more) {
    List<String> line =
        new ArrayList<>(List.of("run", "--script", desk.home.write("s.json", SCRIPT).toString()));
    line.addAll(List.of(more));
    line.add("Write canary-request");
    Desk.Ran ran = desk.writ(line.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.toString()).isIn(ExitCode.DONE, ExitCode.DENIED);
    return ran;
  }

  private static String log(Desk desk, String directory) {
    List<Path> files = Desk.files(desk.home.path(directory));
    assertThat(files).hasSize(1);
    return Desk.read(files.getFirst());
  }

  @Test
  void aSessionIsLoggedInPlainLines() {
    try (Desk desk = new Desk()) {
      String err = run(desk).err();
      String log = log(desk, ".config/writ/logs");
      assertThat(log.lines())
          .isNotEmpty()
          .allMatch(
              l ->
                  l.matches(
                      "\\[\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ] \\[agent] \\[[A-Z]+] .+"));
      assertThat(log)
          .contains("[INFO] Session ", "[INFO] Executing tool: write_file", "Tool write_file: ok")
          .contains("[WARN] Tool write_file denied: PROTECTED_PATH", "[INFO] Turn ended")
          .doesNotContain("DEBUG", "canary");
      assertThat(err).doesNotContain("[INFO]");
      assertThat(
              Desk.files(desk.home.path(".config/writ/logs")).getFirst().getFileName().toString())
          .matches("writ-[0-9]{8}-[0-9]{6}-[0-9a-f]+-[0-9-]+T[0-9-]+Z\\.log");
    }
  }

  @ParameterizedTest
  @CsvSource({"debug, true, true", "info, false, true", "warn, false, false"})
  void theLevelDecides(String level, boolean debug, boolean info) {
    try (Desk desk = new Desk().set("WRIT_LOGGING_LOG_LEVEL", level)) {
      run(desk);
      String log = log(desk, ".config/writ/logs");
      assertThat(log.contains("[DEBUG] Arguments: {\"path\":\"b.txt\"")).isEqualTo(debug);
      assertThat(log.contains("[INFO]")).isEqualTo(info);
      assertThat(log).contains("[WARN]");
    }
  }

  @Test
  void theKeysSayWhereAndWhether() {
    try (Desk desk = new Desk().set("WRIT_LOGGING_LOG_DIRECTORY", "~/elsewhere")) {
      run(desk);
      assertThat(log(desk, "elsewhere")).contains("[INFO]");
    }
    try (Desk desk = new Desk().set("WRIT_LOGGING_LOG_TO_FILE", "false")) {
      run(desk);
      assertThat(desk.home.path(".config/writ/logs")).doesNotExist();
    }
    try (Desk desk = new Desk().set("WRIT_LOGGING_MAX_FILES", "2")) {
      run(desk);
      run(desk);
      run(desk);
      assertThat(Desk.files(desk.home.path(".config/writ/logs"))).hasSize(2);
    }
  }

  @Test
  void theConsoleGetsItsOwnLevel() {
    try (Desk desk = new Desk().set("WRIT_LOGGING_CONSOLE_LEVEL", "warn")) {
      assertThat(run(desk).err()).contains("[WARN] Tool").doesNotContain("[INFO]");
      assertThat(run(desk, "--quiet").err()).doesNotContain("[WARN]");
      assertThat(run(desk, "--verbose").err()).contains("[DEBUG] Arguments");
    }
  }

  @Test
  void aLogThatCannotBeWrittenEndsNothing() {
    try (Desk desk = new Desk()) {
      desk.home.write(".config/writ/logs", "a file where the directory should be\n");
      Desk.Ran ran = run(desk);
      assertThat(ran.err()).containsOnlyOnce("logging stopped");
      assertThat(desk.workspace.path("b.txt")).exists();
    }
  }

  @Test
  void aReceiverGetsSpansAndMetricsAndNoContents() throws IOException {
    Map<String, List<String>> got = new ConcurrentHashMap<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String type = exchange.getRequestHeaders().getFirst("Content-Type");
          got.computeIfAbsent(exchange.getRequestURI().getPath(), _ -> new ArrayList<>())
              .add(type + " " + body);
          byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    try (Desk desk =
        new Desk()
            .set(
                "WRIT_TELEMETRY_OTLP_ENDPOINT",
                "http://localhost:" + server.getAddress().getPort())) {
      run(desk);
      assertThat(got).containsOnlyKeys("/v1/traces", "/v1/metrics");
      String traces = got.getOrDefault("/v1/traces", List.of()).getFirst();
      assertThat(traces).startsWith("application/json ").doesNotContain("canary");
      Json.Obj request = Desk.json(traces.substring(traces.indexOf(' ') + 1));
      List<Json.Obj> spans = spans(request);
      assertThat(spans)
          .extracting(span -> span.text("name").orElse("").replaceAll("^chat .+", "chat"))
          .containsExactly(
              "chat",
              "execute_tool write_file",
              "execute_tool write_file",
              "chat",
              "invoke_agent writ");
      Json.Obj root = spans.getLast();
      assertThat(root.get("parentSpanId")).isEmpty();
      assertThat(spans.subList(0, 4))
          .allMatch(span -> span.text("parentSpanId").equals(root.text("spanId")))
          .allMatch(span -> span.text("traceId").equals(root.text("traceId")));
      assertThat(root.text("traceId").orElse("")).matches("[0-9a-f]{32}");
      assertThat(root.text("startTimeUnixNano").orElse("")).matches("[0-9]{19}");
      assertThat(spans.get(2).write())
          .contains("writ.gate.verdict", "containment", "PROTECTED_PATH", "error.type");
      assertThat(root.write())
          .contains("gen_ai.operation.name", "invoke_agent", "gen_ai.usage.input_tokens");
      isTraceOfTheLedger(desk, spans);
      String metrics = got.getOrDefault("/v1/metrics", List.of()).getFirst();
      assertThat(metrics)
          .contains("gen_ai.client.token.usage", "gen_ai.client.operation.duration")
          .contains("aggregationTemporality", "explicitBounds")
          .doesNotContain("canary");
    } finally {
      server.stop(0);
    }
  }

  /// The export of the ledger and what a receiver gets of the session are one trace.
  private static void isTraceOfTheLedger(Desk desk, List<Json.Obj> spans) {
    Desk.Ran exported = desk.writ("trace", "export", "--format", "otel");
    List<Json.Obj> records = exported.lines().stream().flatMap(r -> spans(r).stream()).toList();
    assertThat(records).as(exported.toString()).isNotEmpty();
    for (Json.Obj record : records) {
      assertThat(record.text("traceId")).isEqualTo(spans.getFirst().text("traceId"));
      assertThat(record.text("name").orElse("")).startsWith("execute_tool ");
      assertThat(spans.toString())
          .contains(
              names(record).stream()
                  .filter(name -> name.startsWith("gen_ai."))
                  .toArray(String[]::new));
    }
  }

  private static List<String> names(Json.Obj span) {
    return span.items("attributes").stream()
        .map(attribute -> ((Json.Obj) attribute).text("key").orElse(""))
        .toList();
  }

  private static List<Json.Obj> spans(Json.Obj request) {
    Json.Obj resource = (Json.Obj) request.items("resourceSpans").getFirst();
    Json.Obj scope = (Json.Obj) resource.items("scopeSpans").getFirst();
    return scope.items("spans").stream().map(Json.Obj.class::cast).toList();
  }

  @Test
  void aReceiverThatIsNotThereIsToldOnceAndEndsNothing() {
    try (Desk desk = new Desk().set("WRIT_TELEMETRY_OTLP_ENDPOINT", "http://localhost:1")) {
      assertThat(run(desk).err()).containsOnlyOnce("telemetry cannot be sent");
      assertThat(desk.workspace.path("b.txt")).exists();
    }
    try (Desk desk = new Desk().set("WRIT_TELEMETRY_OTLP_ENDPOINT", "nowhere")) {
      Desk.Ran ran = desk.writ("run", "--script", "x", "Hi");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("telemetry.otlp_endpoint", "http://localhost:4318");
    }
  }
}
