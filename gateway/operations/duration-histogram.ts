import type { Metric, Registry } from 'prom-client';

export interface DurationHistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Upper bounds in seconds, rising. */
  readonly buckets: readonly number[];
  readonly registry: Registry;
}

/** What was observed with one combination of labels. */
interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** How many fell into each bucket, not counting those of the buckets before; last, what is beyond all bounds. */
  readonly counts: number[];
  sum: number;
}

/** By the value of the next label, down to the series. */
interface Branch {
  readonly branches: Map<string, Branch>;
  series: Series | null;
}

const newBranch = (): Branch => ({ branches: new Map(), series: null });

/**
 * prom-client's histogram as its registry shows it, for what is observed with every request. The original writes all labels
 * into one string, and the bucket's bound into another, to look both up: two of them cost a request as much as half of
 * the gateway's own work.
 */
export class DurationHistogram {
  readonly name: string;
  readonly help: string;
  readonly #labelNames: readonly string[];
  readonly #buckets: readonly number[];
  readonly #root = newBranch();
  readonly #all: Series[] = [];

  constructor({ name, help, labelNames, buckets, registry }: DurationHistogramOptions) {
    this.name = name;
    this.help = help;
    this.#labelNames = labelNames;
    this.#buckets = buckets;
    registry.registerMetric(this as unknown as Metric<string>);
  }

  /** @param values one for each name in `labelNames`, in that order, each out of a closed list */
  observe(values: readonly string[], seconds: number): void {
    let branch = this.#root;
    for (const value of values) {
      let next = branch.branches.get(value);
      if (!next) {
        next = newBranch();
        branch.branches.set(value, next);
      }
      branch = next;
    }
    branch.series ??= this.#begin(values);
    const { series } = branch;
    let bucket = 0;
    while (bucket < this.#buckets.length && seconds > (this.#buckets[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  /** What the registry tells every metric. */
  reset(): void {
    this.#root.branches.clear();
    this.#all.length = 0;
  }

  /** What the registry asks every metric. */
  async get() {
    const values = this.#all.flatMap((series) => this.#describe(series));
    return { name: this.name, help: this.help, type: 'histogram', aggregator: 'sum', values };
  }

  #begin(values: readonly string[]): Series {
    const labels = Object.fromEntries(this.#labelNames.map((name, index) => [name, values[index] ?? '']));
    const series = { labels, counts: new Array<number>(this.#buckets.length + 1).fill(0), sum: 0 };
    this.#all.push(series);
    return series;
  }

  #describe({ labels, counts, sum }: Series) {
    let count = 0;
    const buckets = counts.map((own, index) => {
      count += own;
      const le = this.#buckets[index] ?? '+Inf';
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
