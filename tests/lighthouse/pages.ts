/** Size and timing budgets of a page, on the phone and network of Lighthouse's mobile score. */
export interface Budgets {
  /** Minimum, of 100. */
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
  /** Maximum, in milliseconds. */
  readonly 'first-contentful-paint': number;
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

const always = { accessibility: 100, 'best-practices': 100, 'total-blocking-time': 100, 'cumulative-layout-shift': 0 };

export const pages: readonly PageUnderTest[] = [
  {
    path: '/enter',
    email: null,
    budgets: {
      ...always,
      performance: 100,
      'first-contentful-paint': 1_100,
      'largest-contentful-paint': 1_100,
      scriptBytes: 96_000,
    },
  },
  {
    path: '/profile',
    email: 'anna.lindqvist@example.com',
    budgets: {
      ...always,
      performance: 95,
      'first-contentful-paint': 1_100,
      'largest-contentful-paint': 1_600,
      scriptBytes: 145_000,
    },
  },
];
