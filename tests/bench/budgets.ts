import type { Budget } from './findings.ts';
import { growthSessions } from './growth.ts';
import { shapes } from './shape.ts';
import { sessionCount } from './storm.ts';

const target = 'gateway';

export const budgets: readonly Budget[] = [
  { row: 'production', target, measure: '× bare', is: 'at least', limit: 1.4 },
  { row: 'production', target, measure: '× nginx', is: 'at least', limit: 0.33 },
  { row: 'production', target, measure: 'RSS MB', is: 'at most', limit: 120 },
  { row: 'get-100k', target, measure: '× bare', is: 'at least', limit: 0.7 },
  // At most 1.3 times what a page cost before it was prerendered: 0.20 and 0.29 × bare.
  { row: 'page', target, measure: '× bare', is: 'at least', limit: 0.154 },
  { row: 'page-signed-in', target, measure: '× bare', is: 'at least', limit: 0.223 },
  { row: 'latency', target, measure: 'added ms', is: 'at most', limit: 0.2 },
  ...Object.keys(shapes).map((row): Budget => ({ row, target, measure: 'errors', is: 'exactly', limit: 0 })),
  { row: 'refresh-storm', target, measure: 'refreshes', is: 'exactly', limit: sessionCount },
  { row: 'refresh-storm', target, measure: 'not 200', is: 'exactly', limit: 0 },
  { row: 'growth', target, measure: 'refreshes', is: 'exactly', limit: growthSessions },
  { row: 'growth', target, measure: 'not 200', is: 'exactly', limit: 0 },
  { row: 'replicas', target, measure: 'failed runs', is: 'exactly', limit: 0 },
];
