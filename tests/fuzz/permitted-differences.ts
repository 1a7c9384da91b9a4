/** What a proxy may do to requests of the corpus that the gateway itself refuses, or reads otherwise. */
export interface PermittedDifference {
  readonly why: string;
  readonly entries: readonly string[];
}

/** Requests whose line endings both proxies accept and correct. */
const lenientEndings = ['header-line-feed', 'header-line-feeds-only', 'smuggle-chunk-line-feed'];

/** Several requests, the first of which is refused. */
const afterClose = [
  'pipeline-chunks-then-get',
  'pipeline-17',
  'pipeline-after-not-json',
  'smuggle-encoding-underscore',
  'smuggle-expect-on-get',
  'smuggle-expect-unknown',
  'smuggle-file-with-length',
  'smuggle-get-with-length',
  'smuggle-get-with-length-and-type',
  'smuggle-head-with-length',
];

/**
 * A proxy may respond to any request with an error of its own. All other differences between what the gateway receives
 * directly and through a proxy are listed here.
 */
export const permittedDifferences: Readonly<Record<'HAProxy' | 'nginx', readonly PermittedDifference[]>> = {
  HAProxy: [
    {
      why: 'Accepts a lone line feed as the end of a line; sends correct ones.',
      entries: lenientEndings,
    },
    {
      why: 'Joins the lines of a folded header.',
      entries: ['header-folded', 'header-folded-cookie', 'host-folded', 'length-folded'],
    },
    {
      why: 'Keeps one of several equal values.',
      entries: ['host-twice', 'length-list-same', 'length-twice-same'],
    },
    {
      why: 'Sends the request as HTTP/1.1, with single blanks between the words of its first line.',
      entries: ['line-tabs', 'version-http-1-2'],
    },
    {
      why: 'Has its own connections to the gateway: where the gateway closes one after a response, the next request gets another.',
      entries: afterClose,
    },
  ],
  nginx: [
    {
      why: 'Reads chunks, and sends the whole body with its length.',
      entries: [
        'chunks-extension',
        'chunks-extension-long',
        'chunks-many',
        'chunks-many-zeros-first',
        'chunks-none',
        'chunks-one',
        'chunks-three',
        'chunks-trailer',
        'chunks-trailer-cookie',
        'chunks-upper-case-size',
        'chunks-zeros-first',
      ],
    },
    {
      why: 'Accepts a lone line feed as the end of a line, and blanks after a chunk size; sends the whole body with its length.',
      entries: [
        ...lenientEndings,
        'chunks-data-shorter-than-size',
        'chunks-line-feed-after-data',
        'chunks-line-feed-after-size',
        'chunks-line-feeds-only',
        'chunks-size-space-after',
        'chunks-size-tab-after',
      ],
    },
    {
      why: 'Ignores chunk extensions and trailers, and does not send them on.',
      entries: [
        'chunks-extension-quoted',
        'chunks-extension-too-long',
        'chunks-extension-without-name',
        'chunks-trailer-length',
        'chunks-trailer-without-colon',
        'smuggle-last-chunk-with-bytes',
      ],
    },
    {
      why: 'Drops headers whose names are not valid.',
      entries: ['header-name-not-ascii', 'header-name-with-brackets', 'header-without-colon'],
    },
    {
      why: 'Sends the path of an absolute target, as RFC 9112, 3.2.2 says.',
      entries: ['path-absolute', 'path-absolute-https', 'path-absolute-other-host'],
    },
    {
      why: 'Sends the request as HTTP/1.1.',
      entries: ['line-space-at-end', 'version-http-1-2', 'version-http-1-10'],
    },
    {
      why: 'Has its own connections to the gateway: where the gateway closes one after a response, the next request gets another.',
      entries: afterClose,
    },
  ],
};
