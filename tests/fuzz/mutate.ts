import fc from 'fast-check';
import { corpus } from './corpus.ts';

// Bytes that decide where lines, headers, bodies and chunks end.
const pieces = [
  ...['\r\n', '\n', '\r', '\r\n\r\n', '\0', ' ', '\t', '\x0b', ':', ',', ';', '0', '1', 'a', 'ff', '\xa0', '%0d%0a'],
  ...['Content-Length: 0\r\n', 'Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: keep-alive\r\n'],
  ...['0\r\n\r\n', '5\r\nhello\r\n', 'GET /web/v1/profile HTTP/1.1\r\nHost: a\r\n\r\n', 'HTTP/1.0', 'chunked', '{}'],
].map((piece) => Buffer.from(piece, 'latin1'));

const entry = fc.constantFrom(...corpus.map(({ bytes }) => bytes).filter(({ length }) => length < 4_000));
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(8)),
  added: fc.oneof(
    fc.constantFrom(...pieces),
    fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  ),
});

/** One or two entries of the corpus, one after the other, with a few changes. */
export const mutatedRequests: fc.Arbitrary<Buffer> = fc
  .tuple(fc.array(entry, { minLength: 1, maxLength: 2 }), fc.array(change, { maxLength: 4 }))
  .map(([entries, changes]) =>
    changes.reduce((bytes, { at, removed, added }) => {
      const position = Math.floor(at * bytes.length);
      return Buffer.concat([bytes.subarray(0, position), added, bytes.subarray(position + removed)]);
    }, Buffer.concat(entries)),
  );
