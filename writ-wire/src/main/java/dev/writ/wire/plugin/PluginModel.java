// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import dev.writ.base.json.Json;
import dev.writ.base.value.FailureReason;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.AnswerMask;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.fenced.FencedTools;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
import dev.writ.wire.http.WireException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A model that a plug-in asks. The plug-in is started for the first request and answers one at a
/// time; where it breaks the protocol, or a request is cancelled, it is ended, and the next request
/// starts another.
public final class PluginModel implements Model {
  /// The version of the protocol.
  private static final long PROTOCOL = 1;

  private final ModelId id;
  private final PluginCommand command;
  private final NetworkSettings network;
  private final @Nullable SecretText key;
  private final PluginRequest request;
  private final KeyRemedy remedy;
  private final CallIds ids = new CallIds();
  private final FencedTools tools = new FencedTools();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Conversation open;
  private long requests;

  /// A plug-in that runs and has said what it can do.
  private record Conversation(
      PluginProcess process, PluginVoice voice, ModelCapabilities capabilities) {}

  /// The requests to a plug-in.
  @FunctionalInterface
  private interface Question<T> {
    T ask(Conversation with, long number) throws WireException, InterruptedException;
  }

  /// @param key the plug-in's key; null for none
  public PluginModel(
      ModelId id,
      PluginCommand command,
      NetworkSettings network,
      @Nullable SecretText key,
      RequestTuning tuning,
      KeyRemedy remedy) {
    this.id = id;
    this.command = command;
    this.network = network;
    this.key = key;
    this.request = new PluginRequest(id.provider(), id.model(), tuning);
    this.remedy = remedy;
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public boolean isAuthenticated() {
    return !remedy.demandsKey() || key != null;
  }

  @Override
  public ModelCapabilities capabilities() throws InterruptedException {
    try {
      return with((conversation, _) -> conversation.capabilities());
    } catch (WireException _) {
      return ModelCapabilities.UNKNOWN; // the request that follows says what is wrong
    }
  }

  @Override
  public ModelListing models() throws InterruptedException {
    try {
      return with(PluginModel::list);
    } catch (WireException e) {
      return new ModelListing.FailedListing(e.trouble());
    }
  }

  private static ModelListing list(Conversation with, long number)
      throws WireException, InterruptedException {
    with.process().send(Json.object().put("type", "models").put("id", number).build().write());
    Json.Obj answer = with.voice().next(number, "it listed its models");
    List<ModelListing.Entry> entries = new ArrayList<>();
    for (Json item : answer.items("models")) {
      if (item instanceof Json.Obj model && !model.text("name").orElse("").isEmpty()) {
        entries.add(new ModelListing.Entry(model.text("name").orElse(""), capabilities(model)));
      }
    }
    return new ModelListing.ListedModels(entries);
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    return tools.reply(prompt, listener, ids, this::ask);
  }

  private ModelReply ask(Prompt prompt, ReplyListener listener) throws InterruptedException {
    try {
      return with(
          (conversation, number) -> {
            if (!prompt.tools().isEmpty()
                && conversation.capabilities().lacks(ModelAbility.TOOLS)) {
              return AnswerDraft.failed(ProviderErrorKind.REJECTED, id + " does not support tools");
            }
            conversation.process().send(request.line(number, prompt));
            conversation.voice().progressed();
            listener.sent();
            return new PluginReader(
                    new AnswerDraft(id.provider(), new AnswerMask(key), listener::delta),
                    conversation.voice(),
                    listener,
                    ids.answering(prompt))
                .read(number);
          });
    } catch (WireException e) {
      return remedy.failed(e);
    }
  }

  /// Asks something; where that goes wrong in any way, nothing more is asked of this process.
  private <T> T with(Question<T> question) throws WireException, InterruptedException {
    lock.lockInterruptibly();
    try {
      boolean well = false;
      try {
        Conversation present = open;
        if (present == null) {
          present = begin();
          open = present;
        }
        T answer = question.ask(present, ++requests);
        well = true;
        return answer;
      } finally {
        if (!well) {
          end();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private Conversation begin() throws WireException, InterruptedException {
    Optional<String> exposed = command.exposed();
    if (exposed.isPresent()) {
      throw new WireException(
          ProviderErrorKind.REJECTED,
          "the plug-in "
              + id.provider()
              + " is not started: "
              + exposed.get()
              + " leads into the project, where models write, and it would run outside of the"
              + " sandbox; move it out of the project and name its new place as “command” in"
              + " providers.json");
    }
    PluginProcess process;
    try {
      process = PluginProcess.start(command.words(), command.environment(network.environment()));
    } catch (IOException e) {
      throw new WireException(
          ProviderErrorKind.REJECTED,
          "the plug-in "
              + id.provider()
              + " cannot be started: "
              + new FailureReason(e).words()
              + "; see its “command” in providers.json");
    }
    boolean ready = false;
    try {
      PluginVoice voice = new PluginVoice(id.provider(), process, secrets(), network.idle());
      process.send(hello());
      Json.Obj answer = ready(voice);
      ready = true;
      return new Conversation(process, voice, capabilities(answer));
    } finally {
      if (!ready) {
        process.close();
      }
    }
  }

  private String hello() {
    return Json.object()
        .put("type", "hello")
        .put("protocol", PROTOCOL)
        .put("provider", id.provider())
        .put("model", id.model())
        .put("key", key == null ? new Json.Null() : Json.of(key.value()))
        .build()
        .write();
  }

  private Json.Obj ready(PluginVoice voice) throws WireException, InterruptedException {
    Json.Obj answer;
    try {
      answer = voice.next(0, "it was ready");
    } catch (WireException e) {
      throw e.trouble().kind() == ProviderErrorKind.CUT // it will not do better another time
          ? new WireException(ProviderErrorKind.REJECTED, e.trouble().message())
          : e;
    }
    if (!answer.text("type").orElse("").equals("ready")) {
      throw voice.malformed("an event other than “ready” at its beginning");
    }
    long protocol = answer.number("protocol").orElse(0);
    if (protocol != PROTOCOL) {
      throw new WireException(
          ProviderErrorKind.REJECTED,
          "%s speaks version %d of the protocol; this Writ speaks %d"
              .formatted(voice.name(), protocol, PROTOCOL));
    }
    return answer;
  }

  private List<SecretText> secrets() {
    List<SecretText> secrets = new ArrayList<>();
    if (key != null) {
      secrets.add(key);
    }
    command.secrets(network.environment()).forEach(value -> secrets.add(new SecretText(value)));
    return secrets;
  }

  private static ModelCapabilities capabilities(Json.Obj told) {
    return new ModelCapabilities(
        AnswerDraft.tokens(told.number("window")),
        AnswerDraft.tokens(told.number("max_output")),
        abilities(told.items("abilities")),
        abilities(told.items("lacks")));
  }

  private static Set<ModelAbility> abilities(List<Json> words) {
    Set<ModelAbility> abilities = new HashSet<>();
    for (ModelAbility ability : ModelAbility.values()) {
      if (words.contains(Json.of(ability.name().toLowerCase(Locale.ROOT)))) {
        abilities.add(ability);
      }
    }
    return abilities;
  }

  private void end() {
    Conversation present = open;
    open = null;
    if (present != null) {
      present.process().close();
    }
  }

  /// Ends the plug-in, whatever it does.
  @Override
  public void close() {
    Conversation present = open;
    if (present != null) {
      present.process().close();
    }
  }
}
