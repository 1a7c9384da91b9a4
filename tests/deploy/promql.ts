import { parser } from '@prometheus-io/lezer-promql';

export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

export interface Query {
  readonly selectors: readonly Selector[];
  /** Of `by (…)`. */
  readonly groupedBy: readonly string[];
}

/** The metrics and labels of a query, by Prometheus' own grammar; throws if it does not parse. */
export function parseQuery(query: string): Query {
  const source = query.replaceAll('$__rate_interval', '5m');
  const selectors: { metric: string; matchers: Matcher[] }[] = [];
  const groupedBy: string[] = [];
  parser.parse(source).iterate({
    enter(node) {
      const text = source.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`Not PromQL at ${node.from}: ${query}`);
      if (node.name === 'VectorSelector') selectors.push({ metric: text.split('{')[0]?.trim() ?? '', matchers: [] });
      if (node.name === 'UnquotedLabelMatcher') selectors.at(-1)?.matchers.push(readMatcher(text));
      if (node.name === 'GroupingLabels') groupedBy.push(...text.replace(/[()\s]/g, '').split(','));
    },
  });
  return { selectors, groupedBy };
}

function readMatcher(text: string): Matcher {
  const [, label = '', operator = '', value = '""'] = /^(\w+)\s*(=~|!~|!=|=)\s*(".*")$/.exec(text) ?? [];
  return { label, operator, value: JSON.parse(value) };
}
