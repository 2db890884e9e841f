// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.command;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.session.TerminalKeyPrompt;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.model.ProviderKeys;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// `writ auth`: stores and forgets keys of providers, and says where each comes from.
public final class AuthCommand implements Subcommand {
  private static final int MOST_CHARS = 16 * 1024;

  @Override
  public Card card() {
    return new Card(
        "auth",
        "Store or remove provider keys in the keyring of this system.",
        "login PROVIDER | logout PROVIDER | status [PROVIDER]",
        "writ auth login openai",
        List.of());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> words = arguments.operands();
    String act = words.isEmpty() ? "status" : words.getFirst();
    ProviderKeys keys = ProviderKeys.of(arguments, context, new TerminalKeyPrompt(context));
    try {
      return switch (act) {
        case "login" -> login(provider(words, keys), keys, context);
        case "logout" -> logout(provider(words, keys), keys, context);
        case "status" -> status(arguments, words, keys, context);
        default -> throw new UsageException("auth login PROVIDER, logout PROVIDER or status");
      };
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private static String provider(List<String> words, ProviderKeys keys) throws UsageException {
    if (words.size() != 2) {
      throw new UsageException("auth " + words.getFirst() + " needs one provider");
    }
    String provider = words.get(1);
    if (!keys.providers().contains(provider)) {
      throw new UsageException(
          "there is no provider '"
              + provider
              + "' that needs a key"
              + NearestWord.hint(provider, keys.providers())
              + "; there are "
              + String.join(", ", keys.providers()));
    }
    return provider;
  }

  private static ExitCode login(String provider, ProviderKeys keys, ProcessContext context)
      throws UsageException, IOException, InterruptedException {
    if (!keys.isStorable(provider)) {
      throw new UsageException("a key of " + provider + " is not stored: " + keys.remedy(provider));
    }
    ProviderKeys.SignInOutcome outcome =
        keys.signIn(
            provider,
            (address, code) ->
                context
                    .out()
                    .println(
                        "Open %s and enter the code %s"
                            .formatted(DisplayText.line(address), DisplayText.line(code))));
    if (outcome instanceof ProviderKeys.SignInOutcome.WantsKey) {
      char[] key = typed(provider, context);
      outcome = keys.store(provider, key);
    }
    return switch (outcome) {
      case ProviderKeys.SignInOutcome.StoredCredential(String place) -> {
        context.out().println("The key of " + provider + " is in " + DisplayText.line(place) + ".");
        yield ExitCode.DONE;
      }
      case ProviderKeys.SignInOutcome.UnstoredCredential(String why) -> {
        context.err().println("writ: " + DisplayText.line(why));
        yield ExitCode.FAILED;
      }
      case ProviderKeys.SignInOutcome.WantsKey _ -> throw new IllegalStateException("it has one");
    };
  }

  /// A typed key, not shown; from standard input if that is not a terminal.
  private static char[] typed(String provider, ProcessContext context)
      throws UsageException, IOException {
    Optional<char[]> typed =
        TerminalPresence.console().isPresent()
            ? new TerminalKeyPrompt(context).secret("Key of " + provider + " (not shown): ")
            : Optional.of(firstLine(context.in()));
    char[] key = stripped(typed.orElse(new char[0]));
    if (key.length == 0) {
      throw new UsageException(
          ("no key of %s was entered, so nothing is stored; type it at a terminal after"
                  + " writ auth login %s, or give it on standard input:"
                  + " writ auth login %s < FILE")
              .formatted(provider, provider, provider));
    }
    for (char c : key) {
      if (c <= ' ' || c >= 0x7f || c == '"' || c == '\'') {
        Arrays.fill(key, '\0');
        throw new UsageException(
            ("this is not a key of %s: it has blanks, quotes or other characters that a key"
                    + " cannot have; give the key alone, in one line")
                .formatted(provider));
      }
    }
    return key;
  }

  private static char[] firstLine(InputStream in) throws IOException {
    char[] line = new char[MOST_CHARS];
    int length = 0;
    for (int b = in.read(); b >= 0 && b != '\n' && length < MOST_CHARS; b = in.read()) {
      line[length++] = (char) b;
    }
    char[] exact = Arrays.copyOf(line, length);
    Arrays.fill(line, '\0');
    return exact;
  }

  private static char[] stripped(char[] typed) {
    int from = 0;
    int to = typed.length;
    while (to > from && typed[to - 1] <= ' ') {
      to--;
    }
    while (from < to && typed[from] <= ' ') {
      from++;
    }
    char[] key = Arrays.copyOfRange(typed, from, to);
    Arrays.fill(typed, '\0');
    return key;
  }

  private static ExitCode logout(String provider, ProviderKeys keys, ProcessContext context)
      throws InterruptedException {
    ProviderKeys.Forgotten forgotten = keys.forget(provider);
    forgotten
        .places()
        .forEach(
            place ->
                context
                    .out()
                    .println(
                        "The key of "
                            + provider
                            + " is removed from "
                            + DisplayText.line(place)
                            + "."));
    if (forgotten.places().isEmpty() && forgotten.problem().isEmpty()) {
      context.out().println("There was no stored key of " + provider + ".");
    }
    forgotten.problem().ifPresent(p -> context.err().println("writ: " + DisplayText.line(p)));
    keys.left(provider)
        .ifPresent(
            place -> context.out().println("It is still in " + DisplayText.line(place) + "."));
    return forgotten.problem().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static ExitCode status(
      ParsedArguments arguments, List<String> words, ProviderKeys keys, ProcessContext context)
      throws UsageException {
    List<String> providers = words.size() > 1 ? List.of(provider(words, keys)) : keys.providers();
    List<Json> rows = new ArrayList<>();
    for (String provider : providers) {
      Optional<String> place = keys.left(provider);
      rows.add(
          Json.object()
              .put("provider", provider)
              .put("key", place.<Json>map(Json::of).orElse(new Json.Null()))
              .build());
      if (!arguments.has("json")) {
        context
            .out()
            .println(
                DisplayText.line(
                    provider
                        + ": "
                        + place
                            .map(p -> "key in " + p)
                            .orElse("no key; " + keys.remedy(provider))));
      }
    }
    if (arguments.has("json")) {
      context.out().println(new Json.Arr(rows).write());
    }
    return ExitCode.DONE;
  }
}
