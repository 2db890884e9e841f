// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.telemetry;

import dev.writ.base.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts values of a metric between two exports, by their attributes.
final class OtlpHistogram {
  /// Differences since the last export, not sums since the start.
  private static final int DELTA = 1;

  private final String name;
  private final String unit;
  private final List<Double> bounds;
  private final Map<Json, Series> series = new LinkedHashMap<>();

  /// @param bounds upper ends of the buckets; the last bucket has none
  OtlpHistogram(String name, String unit, List<Double> bounds) {
    this.name = name;
    this.unit = unit;
    this.bounds = List.copyOf(bounds);
  }

  private static final class Series {
    private final long[] counts;
    private long count;
    private double sum;

    Series(int buckets) {
      counts = new long[buckets];
    }
  }

  void add(double value, OtlpAttributes attributes) {
    Series own = series.computeIfAbsent(attributes.json(), _ -> new Series(bounds.size() + 1));
    int bucket = 0;
    while (bucket < bounds.size() && value > bounds.get(bucket)) {
      bucket++;
    }
    own.counts[bucket]++;
    own.count++;
    own.sum += value;
  }

  boolean isEmpty() {
    return series.isEmpty();
  }

  /// The counts, which are reset.
  Json drained(Instant start, Instant end) {
    List<Json> points = new ArrayList<>();
    List<Json> ends = new ArrayList<>();
    bounds.forEach(bound -> ends.add(new Json.Num(bound.toString())));
    series.forEach(
        (attributes, own) -> {
          List<Json> counts = new ArrayList<>();
          for (long count : own.counts) {
            counts.add(Json.of(Long.toString(count)));
          }
          points.add(
              Json.object()
                  .put("attributes", attributes)
                  .put("startTimeUnixNano", OtlpSpan.nanos(start))
                  .put("timeUnixNano", OtlpSpan.nanos(end))
                  .put("count", Long.toString(own.count))
                  .put("sum", new Json.Num(Double.toString(own.sum)))
                  .put("bucketCounts", new Json.Arr(counts))
                  .put("explicitBounds", new Json.Arr(ends))
                  .build());
        });
    series.clear();
    Json histogram =
        Json.object()
            .put("dataPoints", new Json.Arr(points))
            .put("aggregationTemporality", DELTA)
            .build();
    return Json.object().put("name", name).put("unit", unit).put("histogram", histogram).build();
  }
}
