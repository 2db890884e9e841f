// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A model provider on loopback that follows a [Script], speaks the dialect of the path that is
/// asked, misbehaves on demand and checks what it is asked.
///
/// Chat requests take the script's turns in the order of their arrival; listing models and showing
/// one takes none.
public final class ScriptedModelServer implements AutoCloseable {
  /// The context length that `/api/show` tells.
  public static final long CONTEXT_LENGTH = 32_768;

  private static final long WAIT_SECONDS = 60;

  private final Script script;
  private final ServerSocket listener;
  private final boolean repeat;
  private final String scheme;
  private final Consumer<Json.Obj> timings;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final State state = new State();

  /// What happened so far; touched only under the lock.
  private static final class State {
    private final List<Captured> requests = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private int turns;
    private int gone;
    private int connections;
    private int bodyBytes;
    private List<Integer> eventEnds = List.of();
    private int stalled;
    private int finishAt;
    private long answeredNanos;
    private boolean closed;
  }

  private ScriptedModelServer(
      Script script,
      ServerSocket listener,
      String scheme,
      boolean repeat,
      Consumer<Json.Obj> timings) {
    this.script = script;
    this.listener = listener;
    this.scheme = scheme;
    this.repeat = repeat;
    this.timings = timings;
    Thread.ofVirtual().name("scripted-model").start(this::accept);
  }

  /// Starts a server with these turns on a free port.
  public static ScriptedModelServer start(ScriptTurn... turns) {
    return start(Script.of(turns), false, _ -> {});
  }

  /// Starts a server on a free port.
  ///
  /// @param repeat whether the script begins again at its end
  /// @param timings gets one object per request: its number, the microseconds since the previous
  ///     answer, and the bytes of its body
  public static ScriptedModelServer start(
      Script script, boolean repeat, Consumer<Json.Obj> timings) {
    try {
      ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      return new ScriptedModelServer(script, listener, "http", repeat, timings);
    } catch (IOException e) {
      throw new IllegalStateException("no free port on loopback", e);
    }
  }

  /// Starts a server behind a listener that speaks TLS.
  public static ScriptedModelServer startTls(Script script, ServerSocket listener) {
    return new ScriptedModelServer(script, listener, "https", false, _ -> {});
  }

  /// The base address, without a slash at its end.
  public String url() {
    return scheme + "://127.0.0.1:" + listener.getLocalPort();
  }

  /// The requests so far, in the order of their arrival.
  public List<Captured> requests() {
    return locked(() -> List.copyOf(state.requests));
  }

  /// The chat requests so far.
  public List<Captured> chats() {
    return requests().stream()
        .filter(request -> Dialect.ofPath(request.method(), request.path()).isPresent())
        .toList();
  }

  /// How long the last answer's body would have been, whole.
  public int bodyBytes() {
    return locked(() -> state.bodyBytes);
  }

  /// Behind how many bytes of the last answer's body each of its events ends.
  public List<Integer> eventEnds() {
    return locked(() -> state.eventEnds);
  }

  /// Behind how many bytes of the last answer's body its finish reason had been said.
  public int finishAt() {
    return locked(() -> state.finishAt);
  }

  /// How many connections there have been.
  public int connections() {
    return locked(() -> state.connections);
  }

  /// Waits until that many requests have arrived.
  public void awaitRequests(int count) throws InterruptedException, TimeoutException {
    await(() -> state.requests.size() >= count, count + " requests");
  }

  /// Waits until that many answers have come to where they stall.
  public void awaitStalled(int count) throws InterruptedException, TimeoutException {
    await(() -> state.stalled >= count, count + " answers that stall");
  }

  /// Waits until that many clients have closed their connection under an unfinished answer.
  public void awaitGone(int count) throws InterruptedException, TimeoutException {
    await(() -> state.gone >= count, count + " clients to go away");
  }

  /// Fails where a request broke a rule.
  ///
  /// @throws AssertionError with every violation
  public void assertClean() {
    List<String> violations = locked(() -> List.copyOf(state.violations));
    if (!violations.isEmpty()) {
      throw new AssertionError("bad requests: " + String.join("; ", violations));
    }
  }

  /// Runs a server until it is killed; see [Launch#USAGE].
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (Launch.run(List.of(arguments), System.out) == null) {
      System.exit(2);
    }
    Thread.sleep(Duration.ofDays(365));
  }

  @Override
  public void close() {
    locked(() -> state.closed = true);
    closeQuietly(listener);
    open.forEach(ScriptedModelServer::closeQuietly);
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        locked(() -> state.connections++);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException _) {
        if (locked(() -> state.closed)) {
          return;
        }
      }
    }
  }

  private void serve(Socket socket) {
    boolean answering = false;
    try (socket) {
      Connection connection = new Connection(socket);
      boolean again = true;
      while (again) {
        Optional<Captured> request = connection.read();
        if (request.isEmpty()) {
          return;
        }
        answering = true;
        ScriptedAnswer answer = answer(request.get());
        again = connection.send(answer, () -> locked(() -> state.stalled++));
        answering = answer.manner().end() == ScriptedAnswer.AnswerEnd.STALL;
        locked(() -> state.answeredNanos = System.nanoTime());
      }
    } catch (IOException _) {
      // the client has gone, which is what many tests want to see
    } finally {
      open.remove(socket);
      if (answering) {
        locked(() -> state.gone++);
      }
    }
  }

  private ScriptedAnswer answer(Captured request) {
    Optional<Dialect> dialect = Dialect.ofPath(request.method(), request.path());
    if (dialect.isEmpty()) {
      locked(() -> state.requests.add(request));
      return catalogue(request);
    }
    List<String> found = Invariants.violations(dialect.get(), request.body());
    return locked(
        () -> {
          int number = ++state.turns;
          found.forEach(violation -> state.violations.add("request " + number + ": " + violation));
          timings.accept(timing(request, number));
          int turn = repeat ? (number - 1) % Math.max(1, script.turns().size()) : number - 1;
          ScriptedAnswer answer = scripted(request, dialect.get(), number, turn);
          state.bodyBytes = answer.length();
          state.eventEnds = answer.ends();
          state.finishAt = answer.finishAt();
          state.requests.add(request);
          return answer;
        });
  }

  private ScriptedAnswer scripted(Captured request, Dialect dialect, int number, int turn) {
    if (turn >= script.turns().size()) {
      state.violations.add("request " + number + ": the script has ended");
      return ScriptedAnswer.json(400, dialect.error("the script has ended", "script_ended"));
    }
    return ScriptedAnswer.of(script.turns().get(turn), dialect, number, credential(request));
  }

  private static String credential(Captured request) {
    return request
        .header("authorization")
        .or(() -> request.header("x-api-key"))
        .or(() -> request.header("x-goog-api-key"))
        .orElse("none");
  }

  private Json.Obj timing(Captured request, int number) {
    long since = state.answeredNanos == 0 ? 0 : request.arrivedNanos() - state.answeredNanos;
    return Json.object()
        .put("request", number)
        .put("after_answer_us", TimeUnit.NANOSECONDS.toMicros(since))
        .put("body_bytes", request.body().length())
        .build();
  }

  private static ScriptedAnswer catalogue(Captured request) {
    Json.Obj model = Json.object().put("id", "scripted").put("name", "scripted").build();
    return switch (request.path()) {
      case "/api/tags" ->
          ScriptedAnswer.json(
              200, Json.object().put("models", new Json.Arr(List.of(model))).build());
      case "/v1/models", "/models" ->
          ScriptedAnswer.json(200, Json.object().put("data", new Json.Arr(List.of(model))).build());
      case "/api/show" ->
          ScriptedAnswer.json(
              200,
              Json.object()
                  .put("capabilities", Json.texts(List.of("completion", "tools")))
                  .put(
                      "model_info",
                      Json.object()
                          .put("general.architecture", "scripted")
                          .put("scripted.context_length", CONTEXT_LENGTH)
                          .build())
                  .build());
      default -> ScriptedAnswer.json(404, Json.object().put("error", "no such page").build());
    };
  }

  private void await(BooleanSupplier condition, String what)
      throws InterruptedException, TimeoutException {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          throw new TimeoutException("waited in vain for " + what);
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      changed.signalAll();
      lock.unlock();
    }
  }

  private static void closeQuietly(Closeable resource) {
    try {
      resource.close();
    } catch (IOException _) {
      // closing a socket twice or late is no finding of a test
    }
  }
}
