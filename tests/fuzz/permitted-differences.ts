import { calls } from '#shared/calls.ts';

/** What a proxy may do to requests of the corpus that the gateway itself refuses, or reads otherwise. */
export interface PermittedDifference {
  readonly why: string;
  /** By the name of the entry: what comes of it through the proxy, in the words of `describeOutcome`. */
  readonly outcomes: Readonly<Record<string, string>>;
}

const profile = `GET ${calls.profile.path}`;
const settings = `POST ${calls.updateSettings.path}`;
const smuggled = `DELETE ${calls.unlinkDevice.path} {"device_id":"smuggled"}`;

const each = (names: readonly string[], outcome: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, outcome]));

/** Requests whose line endings both proxies accept and correct. */
const lenientHeaderEndings = each(['header-line-feed', 'header-line-feeds-only'], `200 → ${profile}`);

/** Several requests, the first of which the gateway refuses. */
const afterClose = {
  'pipeline-17': ['200'.concat(' 200'.repeat(16)), ...Array.from({ length: 17 }, () => profile)].join(' → '),
  'smuggle-encoding-underscore': `400 200 → ${smuggled}`,
  ...each(
    [
      'pipeline-after-not-json',
      'smuggle-expect-on-get',
      'smuggle-expect-unknown',
      'smuggle-file-with-length',
      'smuggle-get-with-length',
      'smuggle-get-with-length-and-type',
      'smuggle-head-with-length',
    ],
    `400 200 → ${profile}`,
  ),
};

const forBoth: readonly PermittedDifference[] = [
  {
    why: 'Waits for the response to a request before it reads the next one. The gateway reads on at once, and refuses the connection with one 400 if no request follows, or if the first one closes it.',
    outcomes: {
      'length-underscore': `200 → ${settings}`,
      'pipeline-garbage-between': `200 400 → ${profile}`,
      'smuggle-encoding-without-length-underscore': `200 400 → ${settings}`,
      ...each(['smuggle-after-close', 'smuggle-after-http-1-0'], `200 → ${profile}`),
    },
  },
];

/**
 * A proxy may respond to any request with an error of its own, but not with a 502, 503 or 504. All other differences
 * between what the gateway receives and responds directly and through a proxy are listed here.
 */
export const permittedDifferences: Readonly<Record<'HAProxy' | 'nginx', readonly PermittedDifference[]>> = {
  HAProxy: [
    ...forBoth,
    {
      why: 'Accepts a lone line feed as the end of a line; sends correct ones.',
      outcomes: { ...lenientHeaderEndings, 'smuggle-chunk-line-feed': `411 200 → ${smuggled}` },
    },
    {
      why: 'Joins the lines of a folded header.',
      outcomes: {
        ...each(['header-folded', 'header-folded-cookie', 'host-folded'], `200 → ${profile}`),
        'length-folded': `200 → ${settings} {}`,
      },
    },
    {
      why: 'Keeps one of several equal values.',
      outcomes: {
        'host-twice': `200 → ${profile}`,
        ...each(['length-list-same', 'length-twice-same'], `200 → ${settings} {}`),
      },
    },
    {
      why: 'Sends the request as HTTP/1.1, with single blanks between the words of its first line.',
      outcomes: each(['line-tabs', 'version-http-1-2'], `200 → ${profile}`),
    },
    {
      why: 'Has its own connections to the gateway: where the gateway closes one after a response, the next request gets another.',
      outcomes: { ...afterClose, 'pipeline-chunks-then-get': `411 200 → ${profile}` },
    },
    {
      why: 'Responds for the gateway, which closes the connection of a CONNECT without a response.',
      outcomes: { 'smuggle-connect-then-request': '502' },
    },
  ],
  nginx: [
    ...forBoth,
    {
      why: 'Reads chunks, and sends the whole body with its length.',
      outcomes: {
        ...each(
          [
            'chunks-extension',
            'chunks-extension-long',
            'chunks-many-zeros-first',
            'chunks-one',
            'chunks-trailer',
            'chunks-trailer-cookie',
            'chunks-zeros-first',
          ],
          `200 → ${settings} {}`,
        ),
        // As much of its blanks as an outcome shows.
        'chunks-many': `200 → ${settings.padEnd(100)}`,
        'chunks-none': `200 → ${settings}`,
        'chunks-three': `200 → ${settings} {"a":1}`,
        'chunks-upper-case-size': `200 → ${settings} {"a":1111}`,
      },
    },
    {
      why: 'Accepts a lone line feed as the end of a line, and blanks after a chunk size; sends the whole body with its length.',
      outcomes: {
        ...lenientHeaderEndings,
        ...each(
          [
            'chunks-data-shorter-than-size',
            'chunks-line-feed-after-data',
            'chunks-line-feed-after-size',
            'chunks-line-feeds-only',
            'chunks-size-space-after',
            'chunks-size-tab-after',
          ],
          `200 → ${settings} {}`,
        ),
        'smuggle-chunk-line-feed': `200 200 → ${settings} {} → ${smuggled}`,
      },
    },
    {
      why: 'Ignores chunk extensions and trailers, and does not send them on.',
      outcomes: {
        ...each(
          [
            'chunks-extension-quoted',
            'chunks-extension-too-long',
            'chunks-extension-without-name',
            'chunks-trailer-length',
            'chunks-trailer-without-colon',
          ],
          `200 → ${settings} {}`,
        ),
        'smuggle-last-chunk-with-bytes': `200 400 → ${settings} {}`,
      },
    },
    {
      why: 'Drops headers whose names are not valid.',
      outcomes: each(
        ['header-name-not-ascii', 'header-name-with-brackets', 'header-without-colon'],
        `200 → ${profile}`,
      ),
    },
    {
      why: 'Sends the path of an absolute target, as RFC 9112, 3.2.2 says.',
      outcomes: each(['path-absolute', 'path-absolute-https', 'path-absolute-other-host'], `200 → ${profile}`),
    },
    {
      why: 'Sends the request as HTTP/1.1.',
      outcomes: each(['line-space-at-end', 'version-http-1-2', 'version-http-1-10'], `200 → ${profile}`),
    },
    {
      why: 'Has its own connections to the gateway: where the gateway closes one after a response, the next request gets another.',
      outcomes: { ...afterClose, 'pipeline-chunks-then-get': `200 200 → ${settings} {} → ${profile}` },
    },
  ],
};
