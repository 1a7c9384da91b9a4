import type { Call } from '#shared/calls.ts';
import type { RequestOf, ResponseOf } from '#shared/contract.ts';
import { notifyTabs } from '../session/tabs.ts';
import { request } from './request.ts';

/** Sends a write once, without retries. Afterwards the other tabs reload the data they show. */
export async function write<C extends Call>(call: C, body?: RequestOf<C>): Promise<ResponseOf<C>> {
  const response = await request(call, body);
  notifyTabs('changed');
  return response;
}
