// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import dev.writ.base.json.Json;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Takes secrets out of a text when it enters the conversation: known credentials exactly, common
/// token shapes by pattern. What it puts in their place never comes out of a file as it was, so an
/// edit that contains it is refused.
public final class SecretMasker {
  /// What stands where a secret stood.
  public static final String MASK = "«secret masked»";

  /// The shortest credential that is looked for, in characters; shorter ones would mask words.
  public static final int MIN_SECRET_CHARS = 6;

  /// Each shape with a literal that every match contains: most texts contain none of them and are
  /// passed at the speed of a substring search.
  private enum Shape {
    OPENAI("sk-", "\\bsk-[A-Za-z0-9_-]{20,}"),
    GITHUB("gh", "\\bgh[pousr]_[A-Za-z0-9]{30,}"),
    GITHUB_FINE("github_pat_", "\\bgithub_pat_[A-Za-z0-9_]{30,}"),
    GITLAB("glpat-", "\\bglpat-[A-Za-z0-9_-]{16,}"),
    AWS("AKIA", "\\bAKIA[0-9A-Z]{16}\\b"),
    SLACK("xox", "\\bxox[abprs]-[A-Za-z0-9-]{10,}"),
    GOOGLE("AIza", "\\bAIza[0-9A-Za-z_-]{35}"),
    STRIPE("_live_", "\\b[rs]k_live_[0-9A-Za-z]{16,}"),
    NPM("npm_", "\\bnpm_[A-Za-z0-9]{36}"),
    PRIVATE_KEY(
        "PRIVATE KEY-----",
        "-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|(?<=\\n)-(?!----)){0,8192}"
            + "(-----END [A-Z ]*PRIVATE KEY-----)?");

    private static final List<Shape> ALL = List.of(values());

    private final String literal;
    private final String regex;

    Shape(String literal, String regex) {
      this.literal = literal;
      this.regex = regex;
    }

    /// Compiled only where the literal was found, which is rare.
    String mask(String text) {
      return text.contains(literal) ? Pattern.compile(regex).matcher(text).replaceAll(MASK) : text;
    }
  }

  /// The shortest text that a shape matches (Slack's), in characters.
  private static final int MIN_SHAPE_CHARS = 15;

  private volatile List<String> known;

  /// A masker that knows these credentials besides the shapes. Longer ones go first, so that one
  /// that begins like another is masked whole.
  public SecretMasker(List<String> credentials) {
    this.known = sorted(credentials.stream());
  }

  private static List<String> sorted(Stream<String> credentials) {
    return credentials
        .filter(s -> s.length() >= MIN_SECRET_CHARS)
        .sorted((a, b) -> Integer.compare(b.length(), a.length()))
        .toList();
  }

  /// Takes one more credential out of texts from now on.
  public synchronized void learn(String credential) {
    known = sorted(Stream.concat(known.stream(), Stream.of(credential)));
  }

  /// The text without secrets.
  public String mask(String text) {
    String masked = text;
    for (String secret : known) {
      masked = masked.replace(secret, MASK);
    }
    if (masked.length() >= MIN_SHAPE_CHARS) {
      for (Shape shape : Shape.ALL) {
        masked = shape.mask(masked);
      }
    }
    return masked;
  }

  /// The value with secrets taken out of all its texts.
  public Json mask(Json value) {
    if (value instanceof Json.Text(String text)) {
      String masked = mask(text);
      return masked.equals(text) ? value : Json.of(masked);
    }
    if (value instanceof Json.Arr(List<Json> items)) {
      return new Json.Arr(items.stream().map(this::mask).toList());
    }
    if (value instanceof Json.Obj(Map<String, Json> members)) {
      Json.Builder masked = Json.object();
      members.forEach((name, member) -> masked.put(name, mask(member)));
      return masked.build();
    }
    return value;
  }
}
