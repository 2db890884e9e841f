// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools;

import dev.writ.tools.builtin.Scene;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Realistic histories, written by hand: the author of every line is known.
class AttributionScenesTest {
  private static final String CART =
      """
      -|package shop;
      -|
      -|import java.util.ArrayList;
      -|import java.util.List;
      -|
      -|/** What somebody wants to buy. */
      -|public final class Cart {
      -|  private final List<Item> items = new ArrayList<>();
      -|
      -|  public void add(Item item) {
      -|    items.add(item);
      -|  }
      ?|
      a|  /** What all of it costs, in cents. */
      a|  public long total(Discount discount) {
      a|    long sum = 0;
      a|    for (Item item : items) {
      a|      if (item.isFree()) {
      a|        continue;
      a|      }
      a|      sum += item.price() * item.count();
      a|    }
      a|    return discount.applyTo(sum, items.size(), Currency.getInstance("EUR"), Rounding.HALF_UP);
      a|  }
      ?|
      -|  public boolean isEmpty() {
      -|    return items.isEmpty();
      -|  }
      -|}
      """;

  /// The class before the model wrote anything.
  private static final String BARE =
      CART.replaceAll("(?m)^[a].*\n", "").replaceFirst("(?m)^[?].*\n", "");

  private static final String STATS =
      """
      a|import math
      a|from collections import Counter
      a|
      a|
      a|def mean(values):
      a|    if not values:
      a|        return None
      a|    return sum(values) / len(values)
      a|
      a|
      a|def histogram(values, bucket_width, lower_bound, upper_bound, include_outliers=False):
      a|    counts = Counter()
      a|    for value in values:
      a|        if lower_bound <= value < upper_bound or include_outliers:
      a|            counts[math.floor((value - lower_bound) / bucket_width)] += 1
      a|    return dict(counts)
      """;

  @TempDir Path directory;

  private Scene cart() throws IOException {
    Scene scene = new Scene(directory);
    scene.person("src/Cart.java", BARE);
    scene.commit("cart");
    scene.model('a', "src/Cart.java", CART);
    scene.commit("total");
    return scene;
  }

  @Test
  void aFileIsRenamedAndEditedInOneCommit() throws IOException {
    try (Scene scene = cart()) {
      scene.rename("src/Cart.java", "src/main/Basket.java");
      scene.person(
          "src/main/Basket.java",
          CART.replace("-|public final class Cart", "-|public final class Basket")
              .replace("a|    long sum = 0;", "-|    long sum = Fees.BASE;")
              .replace("-|package shop;", "-|package shop.main;"));
      scene.commit("rename");
      scene.check();
    }
  }

  @Test
  void fourColumnsTabsAndCarriageReturns() throws IOException {
    try (Scene scene = cart()) {
      scene.each("src/Cart.java", line -> line.replaceAll("\\G {2}", "    "));
      scene.commit("four");
      scene.check();
      scene.each("src/Cart.java", line -> line.replaceAll("\\G {4}", "\t"));
      scene.commit("tabs");
      scene.check();
      scene.each("src/Cart.java", line -> line.replace("\n", "\r\n"));
      scene.check();
      scene.person("src/Cart.java", CART.stripTrailing());
      scene.check();
    }
  }

  @Test
  void aFormatterWrapsLinesAndAPersonEditsOneInTheSameCommit() throws IOException {
    try (Scene scene = cart()) {
      scene.person(
          "src/Cart.java",
          CART.replace(
                  "a|    return discount.applyTo(sum, items.size(), Currency.getInstance(\"EUR\"), Rounding.HALF_UP);\n",
                  """
                  a|    return discount.applyTo(
                  a|        sum,
                  a|        items.size(),
                  a|        Currency.getInstance("EUR"),
                  a|        Rounding.HALF_UP);
                  """)
              .replace(
                  "a|      if (item.isFree()) {", "-|      if (item.isFree() || item.isGift()) {")
              .replace(
                  "-|  public void add(Item item) {\n",
                  "-|  public void add(\n-|      Item item) {\n")
              .replace("a|        continue;", "a|        continue;"));
      scene.check();
    }
  }

  @Test
  void aMethodMovesToAnotherFile() throws IOException {
    try (Scene scene = cart()) {
      scene.person("src/Cart.java", BARE);
      scene.person(
          "src/Totals.java",
          "-|package shop;\n-|\n-|final class Totals {\n"
              + CART.replaceAll("(?m)^[-?].*\n", "")
              + "-|}\n");
      scene.commit("move");
      scene.check();
    }
  }

  @Test
  void blackWrapsAndAFunctionMoves() throws IOException {
    try (Scene scene = new Scene(directory)) {
      scene.model('a', "src/stats.py", STATS);
      scene.commit("stats");
      String wrapped =
          STATS.replace(
              "a|def histogram(values, bucket_width, lower_bound, upper_bound, include_outliers=False):\n",
              """
              a|def histogram(
              a|    values,
              a|    bucket_width,
              a|    lower_bound,
              a|    upper_bound,
              a|    include_outliers=False,
              a|):
              """);
      scene.person("src/stats.py", wrapped);
      scene.check();
      int at = wrapped.indexOf("a|def histogram");
      scene.person(
          "src/stats.py", wrapped.substring(0, at).stripTrailing().replaceAll("(\na\\|)+$", "\n"));
      scene.person("src/histograms.py", "-|import math\n-|\n-|\n" + wrapped.substring(at));
      scene.commit("move");
      scene.check();
    }
  }

  @Test
  void prettierChangesQuotesCommasAndSemicolons() throws IOException {
    try (Scene scene = new Scene(directory)) {
      scene.person(
          "src/api.ts",
          """
          -|import { fetchJson } from './http'
          -|
          -|export const base = '/api/v1'
          """);
      scene.model(
          'a',
          "src/api.ts",
          """
          -|import { fetchJson } from './http'
          a|import type { User, Page } from './types'
          -|
          -|export const base = '/api/v1'
          a|
          a|export async function users(page: number, size = 20): Promise<Page<User>> {
          a|  const query = new URLSearchParams({ page: String(page), size: String(size) })
          a|  const found = await fetchJson<Page<User>>(`${base}/users?${query}`, { method: 'GET', headers: { accept: 'application/json' } })
          a|  return found
          a|}
          """);
      scene.person(
          "src/api.ts",
          """
          -|import { fetchJson } from "./http";
          a|import type { User, Page } from "./types";
          -|
          -|export const base = "/api/v1";
          a|
          a|export async function users(
          a|  page: number,
          a|  size = 20,
          a|): Promise<Page<User>> {
          a|  const query = new URLSearchParams({
          a|    page: String(page),
          a|    size: String(size),
          a|  });
          a|  const found = await fetchJson<Page<User>>(`${base}/users?${query}`, {
          a|    method: "GET",
          a|    headers: { accept: "application/json" },
          a|  });
          a|  return found;
          a|}
          """);
      scene.commit("prettier");
      scene.check();
    }
  }

  @Test
  void gofmtAlignsAndAPersonAddsAField() throws IOException {
    try (Scene scene = new Scene(directory)) {
      scene.model(
          'a',
          "src/store.go",
          """
          a|package store
          a|
          a|type Entry struct {
          a|	Key string
          a|	Value []byte
          a|}
          a|
          a|func (s *Store) Get(key string) (*Entry, error) {
          a|	s.mu.RLock()
          a|	defer s.mu.RUnlock()
          a|	entry, ok := s.entries[key]
          a|	if !ok {
          a|		return nil, ErrNotFound
          a|	}
          a|	return entry, nil
          a|}
          """);
      scene.commit("store");
      scene.person(
          "src/store.go",
          """
          a|package store
          a|
          a|type Entry struct {
          a|	Key       string
          a|	Value     []byte
          -|	ExpiresAt time.Time
          a|}
          a|
          a|func (s *Store) Get(key string) (*Entry, error) {
          a|	s.mu.RLock()
          a|	defer s.mu.RUnlock()
          a|	entry, ok := s.entries[key]
          -|	if !ok || entry.ExpiresAt.Before(s.now()) {
          a|		return nil, ErrNotFound
          a|	}
          a|	return entry, nil
          a|}
          """);
      scene.check();
    }
  }

  @Test
  void formattersPutRoundBracketsAroundWhatTheyWrap() throws IOException {
    try (Scene scene = new Scene(directory)) {
      scene.model(
          'a',
          "src/check.py",
          """
          a|def check(result, method):
          a|    if result and len(result) == method.total_size and method.is_available:
          a|        return result.strip(), method
          a|    raise Unsupported(method)
          """);
      scene.person(
          "src/check.py",
          """
          a|def check(result, method):
          a|    if (
          a|        result
          a|        and len(result) == method.total_size
          a|        and method.is_available
          a|    ):
          a|        return result.strip(), method
          -|    raise Unsupported(method.name)
          """);
      scene.check();
    }
  }
}
