// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.objects;

import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Reads objects of the repository by running `git` in a sandbox without network in which it can
/// only read. Packs are never parsed in this process. An object counts only if its bytes have the
/// id that Git gives for it.
final class GitObjectReader {
  /// Limit on what one question brings: a content of the greatest size that is kept, with a line
  /// before it. What goes beyond it is left out.
  private static final int MAX_ANSWER_BYTES = WorkspaceRoot.MAX_FILE_BYTES + 1024;

  /// Limit on what is read of a history together, and on each content of it: a longer one is
  /// asked for by itself.
  private static final int MAX_HISTORY_BYTES = 24 * 1024 * 1024;

  private static final String NO_LONG_CONTENTS = "--filter=blob:limit=2m";

  private static final Duration ANSWER = Duration.ofSeconds(60);

  /// How long a person may wait for a question whether to ask.
  private static final Duration LOOK = Duration.ofSeconds(5);

  private static final int MAX_LIST_BYTES = 1 << 16;
  private static final int MOST_ALTERNATES = 8;
  private static final int SHA1_DIGITS = 40;
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  private final Path root;
  private final GitHead head;
  private final ProgramEnvironment programs;
  private final Supplier<SessionSandbox> shelter;

  /// An object of the repository.
  ///
  /// @param kind `commit`, `tree`, `blob` or `tag`
  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  record GitObject(String kind, byte[] bytes) {}

  /// @param root of the working tree, or below it
  /// @param shelter where Git runs; asked for at the first question
  GitObjectReader(
      Path root, GitHead head, ProgramEnvironment programs, Supplier<SessionSandbox> shelter) {
    this.root = root;
    this.head = head;
    this.programs = programs;
    this.shelter = shelter;
  }

  /// Whether a text is the id of an object.
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /// The objects with these ids, as far as the repository has them.
  ///
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  Map<String, GitObject> objects(Collection<String> ids) throws IOException, InterruptedException {
    String wanted = String.join("\n", ids) + "\n";
    return ids.isEmpty()
        ? Map.of()
        : answer(List.of(List.of("cat-file", "--batch")), wanted, MAX_ANSWER_BYTES);
  }

  /// A commit with those before it, the latest first, and the trees and contents of files in them.
  ///
  /// @param most how many commits
  /// @param paths from the top of the working tree; one with a line's end can't be said and is left
  ///     out
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  Map<String, GitObject> history(String commit, int most, List<String> paths)
      throws IOException, InterruptedException {
    List<String> list =
        List.of(
            "rev-list",
            "--objects",
            "--no-object-names",
            NO_LONG_CONTENTS,
            "--full-history",
            "--sparse",
            "-n",
            String.valueOf(most),
            "--stdin");
    StringBuilder asked = new StringBuilder(commit).append("\n--\n");
    for (String path : paths) {
      if (path.indexOf('\n') < 0) {
        asked.append(":(top,literal)").append(path).append('\n');
      }
    }
    if (asked.toString().endsWith("--\n")) {
      return Map.of(); // without a path it would be everything
    }
    return answer(
        List.of(list, List.of("cat-file", "--batch")), asked.toString(), MAX_HISTORY_BYTES);
  }

  /// The files with these names that the history has: the ids of their contents, and their paths
  /// from the top of the working tree, one of each a line. Everything that a reference, or a log of
  /// one, leads to is the history.
  ///
  /// @param patterns of paths, as Git reads them
  /// @return empty if it is unknown
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  Optional<String> named(List<String> patterns) throws IOException, InterruptedException {
    List<String> list =
        List.of("rev-list", "--objects", "--all", "--reflog", "--full-history", "--stdin");
    return text(list, "--\n" + String.join("\n", patterns) + "\n");
  }

  /// The kinds of the objects that words name, as `git cat-file --batch-check` reports them, one
  /// line each.
  ///
  /// @return empty if it is unknown
  Optional<String> kinds(List<String> words) throws IOException, InterruptedException {
    return text(
        List.of("cat-file", "--batch-check=%(objecttype)"), String.join("\n", words) + "\n");
  }

  /// The files of the checked out commit that the index doesn't have, each behind it a NUL: their
  /// paths from the top of the working tree.
  ///
  /// @return empty if it is unknown, or nothing was committed yet
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  Optional<String> unstaged() throws IOException, InterruptedException {
    return text(
        List.of("diff-index", "--cached", "--name-only", "--diff-filter=D", "-z", "HEAD"), "");
  }

  /// What git-check-attr(1) says: of each path itself, the attribute and its value, a NUL behind
  /// each.
  ///
  /// @param below a file of attributes that those of the repository stand above
  /// @return empty if it is unknown
  Optional<String> attribute(String name, Collection<String> paths, Path below)
      throws IOException, InterruptedException {
    List<String> check =
        List.of("-c", "core.attributesFile=" + below, "check-attr", "-z", "--stdin", name);
    return text(check, String.join("\0", paths) + "\0", List.of(below));
  }

  private Optional<String> text(List<String> arguments, String input)
      throws IOException, InterruptedException {
    return text(arguments, input, List.of());
  }

  private Optional<String> text(List<String> arguments, String input, List<Path> readable)
      throws IOException, InterruptedException {
    Optional<LaunchResult> result =
        run(List.of(arguments), input, LOOK, MAX_ANSWER_BYTES, readable);
    return result
        .filter(ended -> !ended.timedOut() && ended.exit().status() == 0)
        .filter(ended -> !ended.stdout().cut())
        .map(ended -> ended.stdout().text());
  }

  private Map<String, GitObject> answer(List<List<String>> pipeline, String input, int mostBytes)
      throws IOException, InterruptedException {
    return run(pipeline, input, ANSWER, mostBytes, List.of())
        .map(result -> items(result.stdout().bytes()))
        .orElse(Map.of());
  }

  private Optional<LaunchResult> run(
      List<List<String>> pipeline, String input, Duration most, int mostBytes, List<Path> readable)
      throws IOException, InterruptedException {
    Optional<Path> git = programs.find("git");
    Optional<GitHead.Repository> repository = head.repository();
    if (git.isEmpty() || repository.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> environment = environment(repository.get());
    List<LaunchRequest.LaunchStage> stages = new ArrayList<>();
    for (List<String> arguments : pipeline) {
      List<String> argv = new ArrayList<>(List.of("git"));
      argv.addAll(arguments);
      stages.add(
          new LaunchRequest.LaunchStage(
              git.get(), argv, environment, root, LaunchRequest.LaunchRedirections.NONE));
    }
    LaunchRequest.LaunchLimits limits =
        new LaunchRequest.LaunchLimits(
            most, mostBytes, 1 << 16, LaunchRequest.LaunchQuotas.DEFAULT);
    SessionSandbox here = shelter.get();
    return Optional.of(
        here.executor()
            .run(
                new LaunchRequest(
                    stages,
                    here.forAskingGit().reading(elsewhere(repository.get())).reading(readable),
                    limits,
                    ByteBuffer.wrap(input.getBytes(StandardCharsets.UTF_8))),
                LiveListener.NOBODY));
  }

  private Map<String, String> environment(GitHead.Repository repository) {
    Map<String, String> environment = new TreeMap<>(programs.environment());
    environment.put("GIT_DIR", repository.directory().toString());
    environment.put("GIT_NO_LAZY_FETCH", "1");
    environment.put("GIT_NO_REPLACE_OBJECTS", "1");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_OPTIONAL_LOCKS", "0");
    return environment;
  }

  /// The repository's directories outside the workspace: a repository around it, the one that a
  /// worktree belongs to, those that objects are borrowed from.
  private List<Path> elsewhere(GitHead.Repository repository) throws IOException {
    Path directory = repository.directory();
    List<Path> places = new ArrayList<>(List.of(directory));
    Path common =
        lines(directory.resolve("commondir")).stream()
            .findFirst()
            .map(directory::resolve)
            .orElse(directory);
    places.add(common);
    List<Path> stores = new ArrayList<>(List.of(common.resolve("objects")));
    for (int i = 0; i < stores.size() && stores.size() < MOST_ALTERNATES; i++) {
      for (String line : lines(stores.get(i).resolve("info/alternates"))) {
        stores.add(stores.get(i).resolve(line));
      }
    }
    places.addAll(stores);
    Set<Path> outside = new LinkedHashSet<>();
    for (Path place : places) {
      if (Files.isDirectory(place) && !place.toRealPath().startsWith(root)) {
        outside.add(place.toRealPath());
      }
    }
    return List.copyOf(outside);
  }

  private static List<String> lines(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > MAX_LIST_BYTES) {
      return List.of();
    }
    return Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
  }

  /// Reads `ID KIND SIZE`, a line's end, the bytes and a line's end, again and again
  /// (git-cat-file).
  private static Map<String, GitObject> items(byte[] bytes) {
    Map<String, GitObject> items = new HashMap<>();
    int at = 0;
    while (at < bytes.length) {
      int end = at;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      String[] words = new String(bytes, at, end - at, StandardCharsets.ISO_8859_1).split(" ", -1);
      at = end + 1;
      if (words.length == 3 && words[2].matches("[0-9]{1,9}")) {
        int size = Integer.parseInt(words[2]);
        if (size > bytes.length - at) {
          return items; // cut
        }
        byte[] content = Arrays.copyOfRange(bytes, at, at + size);
        if (id(words[1], content, words[0].length()).equals(words[0])) {
          items.put(words[0], new GitObject(words[1], content));
        }
        at += size + 1;
      }
    }
    return items;
  }

  private static String id(String kind, byte[] content, int digits) {
    try {
      MessageDigest digest = MessageDigest.getInstance(digits == SHA1_DIGITS ? "SHA-1" : "SHA-256");
      digest.update((kind + " " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has both
    }
  }
}
