import { type Call, calls } from '#shared/calls.ts';

const listed: readonly Call[] = Object.values(calls);

/** Whether the gateway may forward such a request. */
export const isForwarded = (method: string, url: string): boolean =>
  listed.some((call) => {
    const [path, query = ''] = url.split('?', 2);
    const names = query === '' ? [] : query.split('&').map((part) => part.split('=')[0] ?? '');
    const passes = names.every((name) => call.query?.includes(name));
    return call.access !== 'gateway' && !call.redirects && call.method === method && call.path === path && passes;
  });
