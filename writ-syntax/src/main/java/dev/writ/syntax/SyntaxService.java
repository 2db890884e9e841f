// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax;

import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.LineDiff;
import dev.writ.records.change.MutationClass;
import dev.writ.records.change.SemanticComparison;
import dev.writ.syntax.compare.TokenPrecheck;
import dev.writ.syntax.compare.TreeComparison;
import dev.writ.syntax.parser.ParserProcess;
import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A session's queries about syntax. Nothing is started before the first change of a file with a
/// grammar; without a tree, queries that need one return an empty answer.
public final class SyntaxService implements SemanticComparison {
  /// The limit of anchors of one file.
  public static final int MAX_ANCHORS = 50;

  private static final int KEPT_TREES = 8;
  private static final int KEPT_NODES = 100_000;
  private static final int MAX_BYTES = 1024 * 1024;
  private static final byte[] NOTHING = new byte[0];

  private final ParserProcess parser;
  private final SemanticComparison plain = SemanticComparison.plain();
  private final Map<String, SyntaxTree> trees =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SyntaxTree> eldest) {
          return size() > KEPT_TREES;
        }
      };
  private boolean warmed;

  /// With a parser that is started by this command when it is needed.
  public SyntaxService(List<String> command) {
    this(command, ParserProcess.PATIENCE);
  }

  SyntaxService(List<String> command, Duration patience) {
    this.parser = new ParserProcess(command, patience);
  }

  @Override
  public synchronized MutationClass classOf(List<FileChange> changes) {
    Map<GrammarLanguage, List<FileChange>> groups = new EnumMap<>(GrammarLanguage.class);
    List<FileChange> others = new ArrayList<>();
    for (FileChange change : changes) {
      Optional<GrammarLanguage> language = language(change);
      if (language.isPresent() && readable(change)) {
        groups.computeIfAbsent(language.get(), _ -> new ArrayList<>()).add(change);
      } else {
        others.add(change);
      }
    }
    if (!groups.isEmpty()) {
      warm();
    }
    if (plain.classOf(others) == MutationClass.INTENT_EVOLUTION) {
      return MutationClass.INTENT_EVOLUTION;
    }
    for (Map.Entry<GrammarLanguage, List<FileChange>> group : groups.entrySet()) {
      if (!same(group.getKey(), group.getValue())) {
        return MutationClass.INTENT_EVOLUTION;
      }
    }
    return MutationClass.AST_REFACTOR;
  }

  private static Optional<GrammarLanguage> language(FileChange change) {
    return change.path().isRoot() ? Optional.empty() : GrammarLanguage.of(change.path().name());
  }

  private static boolean readable(FileChange change) {
    return readable(change.before()) && readable(change.after());
  }

  private static boolean readable(FileState state) {
    return switch (state) {
      case FileState.Absent() -> true;
      case FileState.Present(FileContent content) ->
          content.size() <= MAX_BYTES && !content.binary();
      case FileState.Directory(), FileState.Link _, FileState.Unusable _ -> false;
    };
  }

  private static byte[] bytes(FileState state) {
    return state instanceof FileState.Present(FileContent content) ? content.bytes() : NOTHING;
  }

  /// Starts the parser while something else is waited for.
  private void warm() {
    if (!warmed) {
      warmed = true;
      Thread.ofPlatform().daemon().name("parser's start").start(parser::warm);
    }
  }

  private boolean same(GrammarLanguage language, List<FileChange> changes) {
    boolean equal = true;
    for (FileChange change : changes) {
      equal &= change.before().equals(change.after());
    }
    if (equal) {
      return true;
    }
    if (changes.size() == 1 && changes.getFirst().kind() != FileChange.ChangeKind.MODIFY) {
      return false;
    }
    TokenPrecheck precheck = new TokenPrecheck();
    for (FileChange change : changes) {
      precheck.at(language.lexis(), bytes(change.before()), bytes(change.after()));
    }
    if (precheck.surelyNew()) {
      return false;
    }
    if (precheck.sameTokens() && language.freeForm()) {
      return true;
    }
    List<TreeComparison.Pair> pairs = new ArrayList<>();
    for (FileChange change : changes) {
      Optional<SyntaxTree> before = tree(language, change.before());
      Optional<SyntaxTree> after = tree(language, change.after());
      if (missing(change.before(), before) || missing(change.after(), after)) {
        return plain.classOf(changes) == MutationClass.AST_REFACTOR;
      }
      pairs.add(new TreeComparison.Pair(before, after));
    }
    return new TreeComparison(language).same(pairs);
  }

  /// Whether there should be a tree and is none that counts.
  private static boolean missing(FileState state, Optional<SyntaxTree> tree) {
    return state instanceof FileState.Present && (tree.isEmpty() || tree.get().faulty());
  }

  private Optional<SyntaxTree> tree(GrammarLanguage language, FileState state) {
    if (!(state instanceof FileState.Present(FileContent content)) || !readable(state)) {
      return Optional.empty();
    }
    String key = language.library() + " " + content.hash();
    SyntaxTree known = trees.get(key);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<SyntaxTree> tree = parser.parse(language.library(), content.bytes());
    tree.filter(t -> t.count() <= KEPT_NODES).ifPresent(t -> trees.put(key, t));
    return tree;
  }

  /// The declarations of a content, outer ones before inner ones; empty if its language is unknown
  /// or it cannot be parsed. Faulty texts are read as far as possible.
  ///
  /// @param fileName determines the language
  public synchronized List<DeclaredItem> declarations(String fileName, FileContent content) {
    return GrammarLanguage.of(fileName)
        .flatMap(language -> tree(language, new FileState.Present(content)))
        .map(tree -> List.copyOf(FileOutline.of(tree).declarations()))
        .orElse(List.of());
  }

  /// The declarations and mentions of a content; empty if its language is unknown or it cannot be
  /// parsed.
  ///
  /// @param fileName determines the language
  public synchronized FileTags tags(String fileName, FileContent content) {
    Optional<GrammarLanguage> language = GrammarLanguage.of(fileName);
    return language.isEmpty() || !readable(new FileState.Present(content))
        ? FileTags.NONE
        : parser
            .parse(language.get().library(), content.bytes())
            .map(
                tree ->
                    new FileTags(FileOutline.of(tree).declarations(), IdentifierMentions.of(tree)))
            .orElse(FileTags.NONE);
  }

  /// Whether files of that name have a grammar.
  public static boolean knows(String fileName) {
    return GrammarLanguage.of(fileName).isPresent();
  }

  @Override
  public synchronized List<String> anchors(FileChange change) {
    Optional<GrammarLanguage> language = language(change);
    if (language.isEmpty() || !readable(change)) {
      return List.of();
    }
    Optional<SyntaxTree> before = tree(language.get(), change.before());
    Optional<SyntaxTree> after = tree(language.get(), change.after());
    if (before.isEmpty() && after.isEmpty()) {
      return List.of();
    }
    return FileOutline.changed(
        before.map(FileOutline::of).orElse(FileOutline.NONE),
        after.map(FileOutline::of).orElse(FileOutline.NONE),
        LineDiff.of(lines(change.before()), lines(change.after())),
        MAX_ANCHORS);
  }

  private static List<String> lines(FileState state) {
    return state instanceof FileState.Present(FileContent content) ? content.lines() : List.of();
  }

  @Override
  public synchronized void rest() {
    parser.rest();
    trees.clear();
    warmed = false;
  }

  @Override
  public void close() {
    parser.close();
  }
}
