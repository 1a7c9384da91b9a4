import type { Budget } from './findings.ts';
import { sessionCount } from './storm.ts';

const gateways = ['gateway', 'gateway-sealed', 'gateway-logging'] as const;

/** What must hold, with all of the gateway's work done. */
export const budgets: readonly Budget[] = [
  { row: 'get-2.5k', contender: 'gateway', measure: '× bare', is: 'at least', limit: 1.3, aim: 1.4 },
  { row: 'get-2.5k', contender: 'gateway', measure: '× nginx', is: 'at least', limit: 0.37, aim: 0.4 },
  { row: 'get-2.5k', contender: 'gateway-logging', measure: 'log µs', is: 'at most', limit: 10 },
  { row: 'get-2.5k', contender: 'gateway', measure: 'RSS MB', is: 'at most', limit: 120 },
  { row: 'get-100k', contender: 'gateway', measure: '× bare', is: 'at least', limit: 0.7 },
  { row: 'latency', contender: 'gateway', measure: 'added ms', is: 'at most', limit: 0.2 },
  ...['get-2.5k', 'post-1k', 'get-100k', 'connections-512'].flatMap((row) =>
    gateways.map((contender): Budget => ({ row, contender, measure: 'errors', is: 'exactly', limit: 0 })),
  ),
  ...(['gateway', 'gateway-sealed'] as const).flatMap((contender): Budget[] => [
    { row: 'refresh-storm', contender, measure: 'refreshes', is: 'exactly', limit: sessionCount },
    { row: 'refresh-storm', contender, measure: 'not 200', is: 'exactly', limit: 0 },
  ]),
  { row: 'replicas', contender: 'gateway', measure: 'failed runs', is: 'exactly', limit: 0 },
];
