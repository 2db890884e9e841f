// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app.command;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.model.ModelOverview;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// `writ models`: the models that are known, with window, price and abilities.
public final class ModelsCommand implements Subcommand {
  private static final List<String> HEADER =
      List.of("MODEL", "WINDOW", "OUTPUT", "IN $", "CACHED", "OUT $", "CAN");

  private static final int THOUSAND = 1000;

  /// Numbers of tokens below this are shown in full.
  private static final long FEW_TOKENS = 10_000;

  @Override
  public Card card() {
    return new Card(
        "models",
        "List models with context window, price per million tokens and capabilities.",
        "[PROVIDER]",
        "writ models anthropic",
        List.of(CommandOption.valued("output", "FORMAT", "text or json")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context) throws UsageException {
    if (arguments.operands().size() > 1) {
      throw new UsageException("models takes one provider at most");
    }
    String output = arguments.value("output").orElse(arguments.has("json") ? "json" : "text");
    if (!output.equals("text") && !output.equals("json")) {
      throw new UsageException("--output: text or json, not '" + output + "'");
    }
    try {
      Json.Obj overview =
          ModelOverview.of(arguments, context).json(arguments.operands().stream().findFirst());
      if (output.equals("json")) {
        context.out().println(overview.write());
      } else {
        print(overview, context.out());
      }
      return ExitCode.DONE;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private static void print(Json.Obj overview, PrintStream out) {
    List<List<String>> rows = new ArrayList<>(List.of(HEADER));
    for (Json item : overview.items("models")) {
      if (item instanceof Json.Obj model) {
        rows.add(row(model));
      }
    }
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < HEADER.size(); column++) {
      int at = column;
      widths.add(rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
    }
    for (List<String> row : rows) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String pad = " ".repeat(widths.get(column) - cell.length());
        boolean number = column > 0 && column < HEADER.size() - 1;
        text.append(number ? pad + cell : cell + pad).append("  ");
      }
      out.println(text.toString().stripTrailing());
    }
    out.println(
        """

        CAN: t tools, p parallel calls, s streaming, r reasoning, c caching, v vision
        Prices of %s, US dollars per million tokens; ? is unknown."""
            .formatted(overview.text("date").orElse("")));
    for (Json item : overview.items("providers")) {
      if (item instanceof Json.Obj provider) {
        about(provider).ifPresent(out::println);
      }
    }
  }

  private static Optional<String> about(Json.Obj provider) {
    String name = provider.text("provider").orElse("");
    if (provider.text("problem").isPresent()) {
      return Optional.of(DisplayText.line(name + ": " + provider.text("problem").get()));
    }
    return provider.text("key").filter("found"::equals).map(_ -> name + ": a key was found");
  }

  private static List<String> row(Json.Obj model) {
    Json.Obj price = model.object("price");
    boolean priced = !price.members().isEmpty();
    return List.of(
        DisplayText.line(model.text("provider").orElse("") + "/" + model.text("model").orElse("")),
        tokens(model, "window"),
        tokens(model, "max_output"),
        amount(price, "input"),
        priced && price.get("cached_input").isEmpty() ? "" : amount(price, "cached_input"),
        amount(price, "output"),
        model.items("abilities").stream()
            .map(ability -> ability instanceof Json.Text(String word) ? word.substring(0, 1) : "")
            .collect(Collectors.joining()));
  }

  private static String tokens(Json.Obj model, String name) {
    OptionalLong told = model.number(name);
    return told.isEmpty() ? "?" : rounded(told.getAsLong());
  }

  /// The number in thousands, or in millions with two decimals at most.
  private static String rounded(long tokens) {
    if (tokens < FEW_TOKENS) {
      return Long.toString(tokens);
    }
    long thousands = (tokens + THOUSAND / 2) / THOUSAND;
    if (thousands < THOUSAND) {
      return thousands + "k";
    }
    BigDecimal millions =
        BigDecimal.valueOf(thousands).movePointLeft(3).setScale(2, RoundingMode.HALF_UP);
    return millions.stripTrailingZeros().toPlainString() + "M";
  }

  private static String amount(Json.Obj price, String name) {
    return price.get(name).map(Json::write).orElse("?");
  }
}
