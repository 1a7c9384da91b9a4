import type { CallContext } from '../../gateway/upstream/request-headers.ts';

/** An example of the context of a request. */
export const callContext: CallContext = {
  traceId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  receivedAt: 1_800_000_000_000,
  locale: 'en',
  clientAddress: '127.0.0.1',
  network: '127.0.0.1',
  accept: 'application/json',
  acceptEncoding: 'identity',
  appVersion: null,
  span: null,
};
