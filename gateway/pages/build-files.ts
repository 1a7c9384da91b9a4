import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** By preference. */
const codings = [
  { coding: 'br', suffix: '.br', accepted: acceptedAs('br') },
  { coding: 'gzip', suffix: '.gz', accepted: acceptedAs('gzip') },
] as const;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** One file as a response. */
export interface BuildFile {
  readonly type: string;
  readonly coding: 'br' | 'gzip' | null;
  readonly bytes: Buffer;
}

/**
 * The files of a folder of the build, read once: all of them take 2 MB, and a client that does not read its response
 * holds no copy.
 * @returns finds a file by its name, as the browser accepts it; undefined when there is none
 * @throws for a file whose type is not known
 */
export function readBuildFiles(folder: string) {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const compressed = (name: string) => codings.some(({ suffix }) => name.endsWith(suffix));
  const readVariants = (name: string): readonly BuildFile[] => {
    const type = types[extname(name)];
    if (!type) throw new Error(`${name} has no known type`);
    const read = (file: string) => readFileSync(join(folder, file));
    const variants = codings.filter(({ suffix }) => names.includes(name + suffix));
    return [
      ...variants.map(({ coding, suffix }) => ({ type, coding, bytes: read(name + suffix) })),
      { type, coding: null, bytes: read(name) },
    ];
  };
  const files = new Map(names.filter((name) => !compressed(name)).map((name) => [name, readVariants(name)]));
  return (name: string, acceptEncoding: string | string[] | undefined): BuildFile | undefined =>
    files.get(name)?.find(({ coding }) => coding === null || accepts(coding, acceptEncoding));
}

/** Whether a response may be compressed in this way. `gzip;q=0` refuses it. */
export const accepts = (wanted: 'br' | 'gzip', acceptEncoding: string | string[] | undefined): boolean =>
  codings.find(({ coding }) => coding === wanted)?.accepted.test(String(acceptEncoding ?? '')) === true;

function acceptedAs(coding: string): RegExp {
  return new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i');
}
