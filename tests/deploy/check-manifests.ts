import ts from 'typescript';
import { fromRoot } from '../../scripts/root.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Packages generated from the schemas of Kubernetes, Gateway API and the Prometheus Operator. */
const packages: Readonly<Record<string, string>> = {
  v1: 'kubernetes-models/v1',
  'apps/v1': 'kubernetes-models/apps/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
  'gateway.networking.k8s.io/v1': '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
};

/** Errors in manifests: values that the schema refuses, and fields that no type has. */
export async function checkManifests(manifests: ReadonlyMap<string, Manifest>): Promise<string[]> {
  const known = new Map<string, Manifest>();
  const errors: string[] = [];
  for (const [name, manifest] of manifests) {
    const error = await validate(manifest);
    if (error) errors.push(`${name}: ${error}`);
    else known.set(name, manifest);
  }
  return [...errors, ...findUnknownFields(known)];
}

async function validate(manifest: Manifest): Promise<string | null> {
  const { apiVersion, kind } = manifest;
  type Model = new (data: unknown) => { validate(): void };
  const models: Record<string, Model> = await import(`${packages[apiVersion]}/${kind}`).catch(() => ({}));
  const Model = models[kind];
  if (!Model) return `${apiVersion} ${kind} is unknown`;
  try {
    new Model(manifest).validate();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The schemas accept any additional field, so the compiler checks the manifests as literals of the types. */
function findUnknownFields(manifests: ReadonlyMap<string, Manifest>): string[] {
  const sources = new Map<string, string>();
  for (const [name, manifest] of manifests) {
    const type = `I${manifest.kind}`;
    const source = `import type { ${type} } from '${packages[manifest.apiVersion]}/${manifest.kind}';
export const manifest: ${type} = ${JSON.stringify(manifest)};`;
    sources.set(fromRoot('tests', `${name.replaceAll('/', '-')}.ts`), source);
  }
  const options: ts.CompilerOptions = {
    strict: true,
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
  return ts.getPreEmitDiagnostics(program).map(describe);
}

function describe({ file, messageText }: ts.Diagnostic): string {
  const name = file?.fileName.split('/').at(-1)?.replace(/\.ts$/, '') ?? '';
  return `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}
