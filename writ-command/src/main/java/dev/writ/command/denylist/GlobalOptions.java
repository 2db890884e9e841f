// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.GitSubcommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The options that stand between a program and its subcommand: `-C dir` of `git -C dir commit`,
/// `--context x` of `docker --context x run`.
final class GlobalOptions {
  private static final Set<String> COMPOSE =
      words(
          "-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel");

  private static final Set<String> DOCKER =
      words(
          "--config -c --context -H --host -l --log-level --tlscacert --tlscert --tlskey"
              + " --connection --identity --url --root --runroot --storage-driver --storage-opt");

  private static final Set<String> KUBERNETES =
      words(
          "-n --namespace --context --kube-context --cluster --user --kubeconfig -s --server --token"
              + " --as --as-group --as-uid --cache-dir --certificate-authority --client-certificate"
              + " --client-key --request-timeout --tls-server-name -v --v --username --password");

  private static final Set<String> PACKAGES =
      words(
          "-C --prefix --dir --cwd --registry --loglevel --cache --userconfig --globalconfig -w"
              + " --workspace -F --filter --tag --access --otp --scope --omit --include");

  /// The options with a value of their own, by the words before them.
  private static final Map<String, Set<String>> WITH_VALUE =
      Map.ofEntries(
          Map.entry("git", GitSubcommand.WITH_VALUE),
          Map.entry("docker", DOCKER),
          Map.entry("docker compose", COMPOSE),
          Map.entry("docker-compose", COMPOSE),
          Map.entry("podman", DOCKER),
          Map.entry("podman compose", COMPOSE),
          Map.entry("kubectl", KUBERNETES),
          Map.entry("helm", KUBERNETES),
          Map.entry("npm", PACKAGES),
          Map.entry("pnpm", PACKAGES),
          Map.entry("yarn", PACKAGES),
          Map.entry("cargo", words("-C -Z --config --color")),
          Map.entry("go", words("-C")),
          Map.entry("hg", words("-R --repository --cwd --config --color --pager --encoding")),
          Map.entry("pip", words("--proxy --log --cache-dir --python --timeout --retries --cert")),
          Map.entry(
              "aws",
              words("--profile --region --output --endpoint-url --query --color --ca-bundle")),
          Map.entry("gcloud", words("--project --account --configuration --format --verbosity")),
          Map.entry("terraform", Set.of()));

  private GlobalOptions() {}

  private static Set<String> words(String text) {
    return Set.of(text.split(" "));
  }

  /// The words of a command without them; all words where the options of its program aren't known.
  static List<CommandWord> without(Command command) {
    List<CommandWord> words = command.words();
    List<CommandWord> left = new ArrayList<>(words);
    String before = command.programName();
    for (int at = 1; at < left.size() && WITH_VALUE.containsKey(before); at++) {
      int end = end(left, at, WITH_VALUE.get(before));
      left.subList(at, end).clear();
      before = at < left.size() ? before + " " + left.get(at).plain() : "";
    }
    return left;
  }

  /// Where the options from there end.
  private static int end(List<CommandWord> words, int from, Set<String> withValue) {
    int at = from;
    while (at < words.size() && isOption(words.get(at).plain())) {
      at += takesNext(words.get(at).plain(), withValue) ? 2 : 1;
    }
    return Math.min(at, words.size());
  }

  /// A toolchain of Cargo (`+nightly`) is one, too.
  private static boolean isOption(String word) {
    return word.startsWith("-") || word.startsWith("+");
  }

  /// Of several letters in one word (`-Dc`) the last can take the next word.
  private static boolean takesNext(String option, Set<String> withValue) {
    return withValue.contains(option)
        || (option.length() > 2
            && option.charAt(1) != '-'
            && withValue.contains("-" + option.charAt(option.length() - 1))
            && option
                .substring(1, option.length() - 1)
                .chars()
                .noneMatch(letter -> withValue.contains("-" + (char) letter)));
  }
}
