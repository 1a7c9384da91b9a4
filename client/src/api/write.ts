import type { Call } from '#shared/calls.ts';
import type { RequestOf, ResponseOf } from '#shared/contract.ts';
import { notifyTabs } from '../session/tabs.ts';
import { request } from './request.ts';

/** A write: made once, never repeated. Afterwards the other tabs read again what they show. */
export async function write<Wanted extends Call>(call: Wanted, body?: RequestOf<Wanted>): Promise<ResponseOf<Wanted>> {
  const answer = await request(call, body);
  notifyTabs('changed');
  return answer;
}
