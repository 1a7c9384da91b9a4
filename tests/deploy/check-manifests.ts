import ts from 'typescript';
import { fromRoot } from '../../scripts/root.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Where kubernetes-types, made from Kubernetes' own OpenAPI, has a group's types. */
const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

/**
 * What the TypeScript compiler finds wrong with manifests that are written down as values of Kubernetes' types: unknown fields,
 * missing ones, wrong types.
 */
export function checkManifests(manifests: ReadonlyMap<string, Manifest>): string[] {
  const sources = new Map<string, string>();
  const mistakes: string[] = [];
  for (const [name, manifest] of manifests) {
    const module = modules[manifest.apiVersion];
    const source = `import type { ${manifest.kind} } from 'kubernetes-types/${module}';
export const manifest: ${manifest.kind} = ${JSON.stringify(manifest)};`;
    sources.set(fromRoot('tests', `${name}.ts`), source);
    if (!module) mistakes.push(`${name}: ${manifest.apiVersion} ${manifest.kind} is not known here`);
  }
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const source = sources.get(file);
    return source === undefined
      ? getSourceFile(file, ...rest)
      : ts.createSourceFile(file, source, ts.ScriptTarget.ESNext);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...mistakes, ...ts.getPreEmitDiagnostics(program).map(describe)];
}

function describe({ file, messageText }: ts.Diagnostic): string {
  const name = file?.fileName.split('/').at(-1)?.replace(/\.ts$/, '') ?? '';
  return `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}
