import type { Enhancer } from '#shared/router-setup.ts';
import { toEnhancer } from './protection.ts';

/** The content of an OpenVPN configuration. */
export interface FileContent {
  readonly server: string | null;
  readonly port: number | null;
  readonly protocol: 'TCP' | 'UDP' | null;
  /** Whether the router needs a username and a password. */
  readonly asksCredentials: boolean;
  /** DNS servers; the protections work there. */
  readonly dnsServers: readonly string[];
  /** From the file's comments, if present. */
  readonly city: string | null;
  readonly enhancer: Enhancer | null;
  /** Inline blocks by name: ca, cert, key and so on. */
  readonly blocks: ReadonlyMap<string, string>;
  /** The length of the longest inline block. */
  readonly longestBlock: number;
}

/** AsusWRT-Merlin fails on longer blocks. Source: its issue 1129. */
export const longestBlockForAsus = 3499;

/** Normalizes to line feeds, one at the end, no byte order mark: the form every firmware accepts. */
export function normalizeConfiguration(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  let end = lines.length;
  while (lines[end - 1] === '\n') end -= 1;
  return `${lines.slice(0, end)}\n`;
}

/** Parses a configuration. Missing values are null. */
export function parseConfiguration(text: string): FileContent {
  const { options, remarks, blocks } = readLines(normalizeConfiguration(text));
  const [server = null, remotePort, remoteProtocol] = options.get('remote')?.[0] ?? [];
  const port = remotePort ?? options.get('port')?.[0]?.[0];
  return {
    server,
    port: port !== undefined && /^\d+$/.test(port) ? Number(port) : null,
    protocol: readProtocol(remoteProtocol ?? options.get('proto')?.[0]?.[0]),
    asksCredentials: options.has('auth-user-pass'),
    dnsServers: (options.get('dhcp-option') ?? []).flatMap(([kind, address]) =>
      kind === 'DNS' && address ? [address] : [],
    ),
    city: firstMatch(remarks, /^# Location: .*, ([^,]+)$/),
    enhancer: readEnhancer(firstMatch(remarks, /^# Protection: (.*)$/)),
    blocks,
    longestBlock: [...blocks.values()].reduce((longest, { length }) => Math.max(longest, length), 0),
  };
}

interface Lines {
  /** The arguments of each option, in order. */
  readonly options: ReadonlyMap<string, string[][]>;
  readonly remarks: readonly string[];
  /** The last block of each name, as in OpenVPN. */
  readonly blocks: ReadonlyMap<string, string>;
}

/** Runs in linear time. An unclosed inline block extends to the end of the file. */
function readLines(text: string): Lines {
  const options = new Map<string, string[][]>();
  const remarks: string[] = [];
  const blocks = new Map<string, string>();
  let block: { readonly name: string; readonly lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const tag = /^\s*<(\/?\w[\w-]*)>\s*$/.exec(line)?.[1];
    if (block !== null) {
      if (tag === `/${block.name}`) {
        blocks.set(block.name, `${block.lines.join('\n')}\n`);
        block = null;
      } else block.lines.push(line);
    } else if (tag && !tag.startsWith('/')) {
      block = { name: tag, lines: [] };
    } else if (line.startsWith('#')) {
      remarks.push(line);
    } else {
      const [name, ...values] = line
        .slice(0, line.search(/[#;]|$/))
        .trim()
        .split(/\s+/);
      const before = name ? options.get(name) : undefined;
      if (before) before.push(values);
      else if (name) options.set(name, [values]);
    }
  }
  return { options, remarks, blocks };
}

const firstMatch = (lines: readonly string[], pattern: RegExp): string | null =>
  lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined) ?? null;

function readProtocol(value: string | undefined): FileContent['protocol'] {
  if (value?.startsWith('tcp')) return 'TCP';
  // OpenVPN's default is UDP.
  return value === undefined || value.startsWith('udp') ? 'UDP' : null;
}

function readEnhancer(remark: string | null): Enhancer | null {
  if (remark === null) return null;
  return toEnhancer({ threatShield: remark.includes('Threat Shield'), adblock: remark.includes('Adblock') });
}

/** The requested values, to compare the file with. */
export interface ExpectedContent {
  readonly server: string;
  readonly port: number;
  readonly enhancer: Enhancer;
}

export type Difference = 'server' | 'port' | 'protocol' | 'credentials' | 'protection';

/** The differences between the file and the request. A missing comment is not a difference. */
export function compareConfiguration(file: FileContent, expected: ExpectedContent): readonly Difference[] {
  const differences: Record<Difference, boolean> = {
    server: file.server?.toLowerCase() !== expected.server.toLowerCase(),
    port: file.port !== expected.port,
    protocol: file.protocol !== 'TCP',
    credentials: !file.asksCredentials,
    protection:
      (file.enhancer !== null && file.enhancer !== expected.enhancer) ||
      (expected.enhancer !== 'general' && file.dnsServers.length === 0),
  };
  return (Object.keys(differences) as Difference[]).filter((name) => differences[name]);
}

/** SHA-256 of the file, formatted as by `sha256sum`. */
export async function fingerprintConfiguration(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
