// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.syntax;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// Ranks the files of a workspace and their declarations: a file is worth as much as the files that
/// mention what it declares (PageRank over these mentions), and more where the conversation names
/// it or something of it. The same files and the same conversation give the same ranking.
public final class RepositoryRanking {
  private static final int ROUNDS = 20;
  private static final double DAMPING = 0.85;

  /// How much more a name or path counts that the conversation mentions.
  private static final double MENTIONED = 10;

  /// A name that so many files declare says nothing about which one is meant.
  private static final int MOST_DECLARING = 8;

  private final Map<String, FileTags> files = new TreeMap<>();

  /// Nothing yet.
  public RepositoryRanking() {}

  /// Takes a file in, in place of what was known of it.
  public void put(String path, FileTags tags) {
    files.put(path, tags);
  }

  /// Keeps only these files.
  public void retain(Set<String> paths) {
    files.keySet().retainAll(paths);
  }

  /// A file with its declarations, the most mentioned first.
  public record RankedFile(String path, List<DeclaredItem> declarations) {
    public RankedFile {
      declarations = List.copyOf(declarations);
    }
  }

  private record Edge(int from, int to, String name, double weight) {}

  /// The files by rank, those without declarations left out.
  ///
  /// @param conversation the text whose names count more
  public List<RankedFile> ranked(String conversation) {
    if (files.isEmpty()) {
      return List.of();
    }
    Set<String> words = words(conversation);
    List<String> paths = List.copyOf(files.keySet());
    Map<String, List<Integer>> declaring = declaring(paths);
    List<Edge> edges = edges(paths, declaring, words);
    double[] start = new double[paths.size()];
    for (int i = 0; i < start.length; i++) {
      start[i] = isMentioned(paths.get(i), words) ? MENTIONED : 1;
    }
    double[] rank = rank(edges, start);
    Map<String, Double> worth = new HashMap<>();
    double[] out = outgoing(edges, start.length);
    for (Edge edge : edges) {
      double share = rank[edge.from] * edge.weight / out[edge.from];
      worth.merge(edge.to + " " + edge.name, share, Double::sum);
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < start.length; i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingDouble((Integer i) -> -rank[i]).thenComparing(paths::get));
    List<RankedFile> ranked = new ArrayList<>();
    for (int i : order) {
      List<DeclaredItem> declarations = new ArrayList<>(file(paths.get(i)).declarations());
      declarations.sort(
          Comparator.comparingDouble(
                  (DeclaredItem d) -> -worth.getOrDefault(i + " " + simple(d.anchor()), 0.0))
              .thenComparingInt(DeclaredItem::firstLine));
      if (!declarations.isEmpty()) {
        ranked.add(new RankedFile(paths.get(i), declarations));
      }
    }
    return ranked;
  }

  private FileTags file(String path) {
    return Objects.requireNonNull(files.get(path));
  }

  private Map<String, List<Integer>> declaring(List<String> paths) {
    Map<String, List<Integer>> declaring = new HashMap<>();
    for (int i = 0; i < paths.size(); i++) {
      Set<String> own = new HashSet<>();
      for (DeclaredItem item : file(paths.get(i)).declarations()) {
        String name = simple(item.anchor());
        if (own.add(name)) {
          declaring.computeIfAbsent(name, _ -> new ArrayList<>()).add(i);
        }
      }
    }
    return declaring;
  }

  private List<Edge> edges(
      List<String> paths, Map<String, List<Integer>> declaring, Set<String> words) {
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      for (Map.Entry<String, Integer> mention :
          new TreeMap<>(file(paths.get(i)).mentions()).entrySet()) {
        List<Integer> places = declaring.getOrDefault(mention.getKey(), List.of());
        if (places.size() > MOST_DECLARING) {
          continue;
        }
        double factor = words.contains(mention.getKey()) ? MENTIONED : 1;
        for (int place : places) {
          if (place != i) {
            double weight = factor * Math.sqrt(mention.getValue()) / places.size();
            edges.add(new Edge(i, place, mention.getKey(), weight));
          }
        }
      }
    }
    return edges;
  }

  private static double[] outgoing(List<Edge> edges, int count) {
    double[] out = new double[count];
    for (Edge edge : edges) {
      out[edge.from] += edge.weight;
    }
    return out;
  }

  private static double[] rank(List<Edge> edges, double[] start) {
    double sum = 0;
    for (double share : start) {
      sum += share;
    }
    double[] base = new double[start.length];
    for (int i = 0; i < start.length; i++) {
      base[i] = start[i] / sum;
    }
    double[] out = outgoing(edges, start.length);
    double[] rank = base.clone();
    for (int round = 0; round < ROUNDS; round++) {
      double[] next = new double[rank.length];
      double lost = 0;
      for (int i = 0; i < rank.length; i++) {
        next[i] = (1 - DAMPING) * base[i];
        lost += out[i] == 0 ? rank[i] : 0;
      }
      for (Edge edge : edges) {
        next[edge.to] += DAMPING * rank[edge.from] * edge.weight / out[edge.from];
      }
      for (int i = 0; i < rank.length; i++) {
        next[i] += DAMPING * lost * base[i];
      }
      rank = next;
    }
    return rank;
  }

  private static boolean isMentioned(String path, Set<String> words) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.indexOf('.');
    return words.contains(name) || (dot > 0 && words.contains(name.substring(0, dot)));
  }

  /// The last part of an anchor such as `Order#submit`.
  private static String simple(String anchor) {
    int at = Math.max(anchor.lastIndexOf('#'), anchor.lastIndexOf('.'));
    return anchor.substring(at + 1);
  }

  /// The names in a text, those of files with their ends too.
  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>();
    int from = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean part =
          i < text.length()
              && (Character.isJavaIdentifierPart(text.charAt(i))
                  || text.charAt(i) == '.'
                  || text.charAt(i) == '-');
      if (part && from < 0) {
        from = i;
      } else if (!part && from >= 0) {
        String word = text.substring(from, i);
        words.add(word);
        for (String piece : word.split("[.-]", -1)) {
          words.add(piece);
        }
        from = -1;
      }
    }
    return words;
  }
}
