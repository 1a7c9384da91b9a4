/** Size and timing budgets of a page, on the phone and network of Lighthouse's mobile score. */
export interface Budgets {
  /** Minimum, of 100. */
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
  /** Maximum, in milliseconds. TBT approximates INP, which only real visits can measure. */
  readonly 'largest-contentful-paint': number;
  readonly 'total-blocking-time': number;
  /** Maximum. */
  readonly 'cumulative-layout-shift': number;
  /** Maximum JavaScript transfer size, with headers, until the page is idle. */
  readonly scriptBytes: number;
}

export interface PageUnderTest {
  readonly path: string;
  /** The account that is signed in; null for a visitor. */
  readonly email: string | null;
  readonly budgets: Budgets;
}

// The thresholds that web.dev calls good, and no layout shift at all.
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
