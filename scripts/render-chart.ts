import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { findKubernetesTool } from './kubernetes-tools.ts';
import { fromRoot } from './root.ts';

export const chart = fromRoot('deploy/helm/account-web');

/** Runs Helm; throws its output when it fails. */
export function helm(...args: readonly string[]): string {
  const program = findKubernetesTool('helm');
  if (!program) throw new Error('Helm is not installed: npm run setup');
  return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });
}

/** What the chart renders from value files: the text of each template. */
export function renderChart(...valueFiles: readonly string[]): ReadonlyMap<string, string> {
  const values = valueFiles.flatMap((file) => ['--values', fromRoot(file)]);
  const output = helm(
    'template',
    'account-web',
    chart,
    '--namespace',
    'account-web',
    '--kube-version',
    '1.30',
    ...values,
  );
  const templates = new Map<string, string>();
  for (const text of output.split(/^---$/m)) {
    const [, source, body = ''] = /^# Source: account-web\/templates\/(\S+)\n([\s\S]*)$/m.exec(text) ?? [];
    if (!source || parseAllDocuments(body).length === 0) continue;
    const before = templates.get(source);
    templates.set(source, `${before ? `${before}---\n` : ''}${body.trim()}\n`);
  }
  return templates;
}
