/** What a page may weigh and how long it may take, on the phone and the network of Lighthouse's mobile score. */
export interface Budgets {
  /** Of a hundred, at least. */
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
  /** At most, in milliseconds; TBT stands in for INP, which takes a person. */
  readonly 'largest-contentful-paint': number;
  readonly 'total-blocking-time': number;
  /** At most. */
  readonly 'cumulative-layout-shift': number;
  /** Of JavaScript as it comes over the network, with headers, until the page is at rest. */
  readonly scriptBytes: number;
}

export interface PageUnderTest {
  readonly path: string;
  /** Whose session the browser has. */
  readonly email: string | null;
  readonly budgets: Budgets;
}

// What web.dev calls good; a page of ours never shifts at all.
const goodVitals = { 'largest-contentful-paint': 2_500, 'total-blocking-time': 200, 'cumulative-layout-shift': 0 };

export const pages: readonly PageUnderTest[] = [
  {
    path: '/enter',
    email: null,
    budgets: { performance: 98, accessibility: 100, 'best-practices': 100, ...goodVitals, scriptBytes: 96_000 },
  },
  {
    path: '/profile',
    email: 'anna.lindqvist@example.com',
    budgets: { performance: 95, accessibility: 100, 'best-practices': 100, ...goodVitals, scriptBytes: 145_000 },
  },
];
