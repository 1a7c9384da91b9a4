import type { Budget } from './findings.ts';
import { growthSessions } from './growth.ts';
import { shapes } from './shape.ts';
import { sessionCount } from './storm.ts';

const contender = 'gateway';

export const budgets: readonly Budget[] = [
  { row: 'production', contender, measure: '× bare', is: 'at least', limit: 1.4 },
  { row: 'production', contender, measure: '× nginx', is: 'at least', limit: 0.33 },
  { row: 'production', contender, measure: 'RSS MB', is: 'at most', limit: 120 },
  { row: 'get-100k', contender, measure: '× bare', is: 'at least', limit: 0.7 },
  // At most 1.3 times what a page cost before it was prerendered: 0.20 and 0.29 × bare.
  { row: 'page', contender, measure: '× bare', is: 'at least', limit: 0.154 },
  { row: 'page-signed-in', contender, measure: '× bare', is: 'at least', limit: 0.223 },
  { row: 'latency', contender, measure: 'added ms', is: 'at most', limit: 0.2 },
  ...Object.keys(shapes).map((row): Budget => ({ row, contender, measure: 'errors', is: 'exactly', limit: 0 })),
  { row: 'refresh-storm', contender, measure: 'refreshes', is: 'exactly', limit: sessionCount },
  { row: 'refresh-storm', contender, measure: 'not 200', is: 'exactly', limit: 0 },
  { row: 'growth', contender, measure: 'refreshes', is: 'exactly', limit: growthSessions },
  { row: 'growth', contender, measure: 'not 200', is: 'exactly', limit: 0 },
  { row: 'replicas', contender, measure: 'failed runs', is: 'exactly', limit: 0 },
];
