// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import dev.writ.base.json.Json;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Masks secrets in a text that enters the conversation: known credentials exactly, common token
/// shapes by pattern. The mask never occurs in a file's own text, so an edit that contains it is
/// refused.
public final class SecretMasker {
  /// The text in place of a secret.
  public static final String MASK = "«secret masked»";

  /// Where a token may begin: behind no word, or behind what JSON, addresses and terminals write
  /// for a blank, an end of a line or a colour.
  private static final String START =
      "(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrtv])|(?<=\\\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-Fa-f]{2})"
          + "|(?<=\\[[0-9;]{0,12}m))";

  /// The shortest credential that is looked for, in characters; shorter ones would mask words.
  public static final int MIN_SECRET_CHARS = 6;

  /// Each shape with literals one of which every match contains: most texts contain none of them
  /// and cost only a substring search. If only a part of a match is the secret, that part is the
  /// group [#SECRET].
  private enum Shape {
    OPENAI(START + "sk-[A-Za-z0-9_-]{20,}", "sk-"),
    GITHUB(START + "gh[pousr]_[A-Za-z0-9]{30,}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    GITHUB_FINE(START + "github_pat_[A-Za-z0-9_]{30,}", "github_pat_"),
    GITLAB(START + "gl(?:pat|rt|dt|ptt)-[A-Za-z0-9_-]{16,}", "glpat-", "glrt-", "gldt-", "glptt-"),
    AWS(START + "A[KS]IA[0-9A-Z]{16}\\b", "AKIA", "ASIA"),
    SLACK(START + "xox[abprs]-[A-Za-z0-9-]{10,}", "xox"),
    GOOGLE(START + "AIza[0-9A-Za-z_-]{35}", "AIza"),
    STRIPE(START + "[rs]k_live_[0-9A-Za-z]{16,}", "_live_"),
    NPM(START + "npm_[A-Za-z0-9]{36}", "npm_"),
    HUGGING_FACE(START + "hf_[A-Za-z0-9]{30,}", "hf_"),
    PYPI(START + "pypi-AgEI[A-Za-z0-9_-]{16,}", "pypi-AgEI"),
    DIGITAL_OCEAN(START + "do[opr]_v1_[a-f0-9]{64}", "_v1_"),
    SENDGRID(START + "SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}", "SG."),
    GROQ_AND_XAI(START + "(?:gsk_|xai-)[A-Za-z0-9]{40,}", "gsk_", "xai-"),
    GOOGLE_ACCESS(START + "ya29\\.[A-Za-z0-9_-]{20,}", "ya29."),
    /// Tokens that begin as no other text does, as their issuers say.
    ISSUED(
        START
            + "(?:(?:hv[sb]\\.|dckr_[op]at_|GOCSPX-|shp(?:at|ca|pa|ss)_|nvapi-|pplx-|lin_api_|figd_|PMAK-"
            + "|NRAK-|sntry[su]_|rubygems_|ATATT3|glsa_|dp\\.pt\\.|pscale_tkn_|HRKU-|CCIPAT_"
            + "|AGE-SECRET-KEY-1)(?=[A-Za-z0-9_.+/=-]{0,40}[0-9])"
            + "|(?:r8_|ntn_|nfp_|vcp_|fm2_|sbp_|whsec_|bkua_)(?=[A-Za-z0-9]{20})"
            + "|(?:dapi|pul-|key-)(?=[0-9a-f]{32}))[A-Za-z0-9_.+/=-]{20,4096}",
        "hvs.",
        "hvb.",
        "dckr_",
        "GOCSPX-",
        "shp",
        "whsec_",
        "nvapi-",
        "r8_",
        "pplx-",
        "lin_api_",
        "figd_",
        "PMAK-",
        "NRAK-",
        "dapi",
        "sbp_",
        "sntry",
        "rubygems_",
        "ATATT3",
        "glsa_",
        "dp.pt.",
        "pul-",
        "pscale_tkn_",
        "nfp_",
        "ntn_",
        "fm2_",
        "HRKU-",
        "bkua_",
        "CCIPAT_",
        "AGE-SECRET-KEY-1",
        "vcp_",
        "key-"),
    /// A signed token of JSON (RFC 7519): two parts begin with a brace, the third is the signature.
    JWT(
        START + "eyJ[A-Za-z0-9_-]{8,4096}\\.eyJ[A-Za-z0-9_-]{8,4096}\\.[A-Za-z0-9_-]{16,4096}",
        ".eyJ"),
    AZURE_STORAGE("AccountKey=(?<secret>[A-Za-z0-9+/]{40,128}={0,2})", "AccountKey="),
    AZURE(START + "[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}", "Q~"),
    TELEGRAM(START + "[0-9]{8,10}:AA[A-Za-z0-9_-]{33}", ":AA"),
    TERRAFORM(START + "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,70}", ".atlasv1."),
    /// To its end, or as much as may be one where the end is cut off (RFC 7468, RFC 1421 for the
    /// lines before it). No group repeats for each character: those take a frame of the stack each.
    PRIVATE_KEY(
        "-----BEGIN [A-Z ]*PRIVATE KEY-----"
            + "(?:[\\s\\S]{0,16384}?-----END [A-Z ]*PRIVATE KEY-----"
            + "|\\s{0,8}(?:[A-Z][A-Za-z-]{0,40}: [^\\n]{0,200}\\n){0,8}[^-]{0,16384})",
        "PRIVATE KEY-----"),
    /// `scheme://user:password@host`
    PASSWORD_IN_ADDRESS(
        "://[^/\\s:@'\"<>\\\\]{0,256}:(?<secret>[^/\\s:@'\"<>{}$*\\\\]{6,512})@[A-Za-z0-9\\[]",
        "://"),
    /// `scheme://token@host`: a name of a person has fewer characters, and few digits.
    TOKEN_IN_ADDRESS(
        "://(?<secret>(?=[^/\\s:@]*[0-9])[A-Za-z0-9_.~%-]{16,512})@[A-Za-z0-9\\[]", "://"),
    /// `<password>VALUE</password>`, as Maven and many others have it.
    ELEMENT(
        "(?i)<(?:password|passphrase)>\\s*(?<secret>[^<>{}$\\s]{6,512})\\s*</",
        "assword>",
        "assphrase>",
        "ASSWORD>"),
    BASIC(
        "(?i)authorization[\"']?\\s*[:=]\\s*[\"']?basic\\s+(?<secret>[a-z0-9+/]{8,4096}={0,2})",
        "asic ",
        "ASIC "),
    /// A header whose name says that it holds a secret (RFC 9110, and the `X-…-Key` of many).
    HEADER(
        "(?i)\\b(?:authorization|(?:x-[a-z-]{0,32}|private-|job-|deploy-)(?:key|token|secret))[\"']?"
            + "\\s*[:=]\\s*[\"']?(?:[a-z]{1,16}\\s+)?"
            + "(?<secret>(?=[^\\s\"']{0,4096}[0-9])[a-z0-9._~+/=-]{16,4096})",
        "uthorization",
        "UTHORIZATION",
        "-key",
        "-Key",
        "-KEY",
        "-token",
        "-Token",
        "-TOKEN",
        "-secret",
        "-Secret",
        "-SECRET"),
    BEARER(
        "(?i)\\bbearer\\s+(?<secret>(?=[^\\s\"']{0,4096}[0-9])[a-z0-9._~+/-]{16,4096}={0,2})",
        "earer",
        "EARER"),
    /// `--token VALUE`
    OPTION(
        "(?i)(?<=[\\s\"'])--(?:[a-z]{1,16}-){0,3}(?:password|passwd|token|secret|api-?key)"
            + "(?:=|[\"']?,?\\s+)[\"']?"
            + "(?<secret>(?=[^\\s\"']{0,512}[0-9])(?=[^\\s\"']{0,512}[a-z])[^\\s\"'<>{}$*,\\\\]{8,512})",
        "--");

    private static final String SECRET = "secret";
    private static final List<Shape> ALL = List.of(values());

    @SuppressWarnings("ImmutableEnumChecker") // an immutable copy
    private final List<String> literals;

    private final String regex;

    Shape(String regex, String... literals) {
      this.regex = regex;
      this.literals = List.of(literals);
    }

    /// Compiled only where a literal was found.
    String mask(String text) {
      return mayBeIn(text) ? Compiled.of(this).matcher(text).replaceAll(this::masked) : text;
    }

    private boolean mayBeIn(String text) {
      return literals.stream().anyMatch(text::contains);
    }

    /// Adds the indexes of what would be masked.
    void find(String text, BitSet places) {
      if (mayBeIn(text)) {
        Matcher match = Compiled.of(this).matcher(text);
        while (match.find()) {
          if (isWhole()) {
            places.set(match.start(), match.end());
          } else if (!SecretValues.isOrdinary(match.group(SECRET))) {
            places.set(match.start(SECRET), match.end(SECRET));
          }
        }
      }
    }

    private boolean isWhole() {
      return !regex.contains("(?<" + SECRET + ">");
    }

    private String masked(MatchResult match) {
      if (isWhole()) {
        return MASK;
      }
      String whole = match.group();
      if (SecretValues.isOrdinary(match.group(SECRET))) {
        return Matcher.quoteReplacement(whole);
      }
      int start = match.start(SECRET) - match.start();
      int end = match.end(SECRET) - match.start();
      return Matcher.quoteReplacement(whole.substring(0, start) + MASK + whole.substring(end));
    }
  }

  /// The shapes that were needed.
  private static final class Compiled {
    private static final Map<Shape, Pattern> PATTERNS = new ConcurrentHashMap<>();

    static Pattern of(Shape shape) {
      return PATTERNS.computeIfAbsent(shape, needed -> Pattern.compile(needed.regex));
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

  /// A masker that knows these credentials, too.
  public SecretMasker with(List<String> credentials) {
    return new SecretMasker(Stream.concat(known.stream(), credentials.stream()).toList());
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
      masked = withoutCutKeys(masked);
    }
    return masked;
  }

  private static String withoutCutKeys(String text) {
    BitSet cut = new BitSet();
    CutKey.find(text, cut);
    StringBuilder masked = new StringBuilder(text);
    for (int end = cut.length(); end > 0; end = cut.length()) {
      int start = cut.previousClearBit(end - 1) + 1;
      masked.replace(start, end, MASK);
      cut.clear(start, end);
    }
    return masked.toString();
  }

  /// The indexes of all characters of secrets in a text.
  BitSet places(String text) {
    BitSet places = new BitSet();
    for (String secret : known) {
      for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
        places.set(at, at + secret.length());
      }
    }
    for (Shape shape : Shape.ALL) {
      shape.find(text, places);
    }
    CutKey.find(text, places);
    return places;
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
