/** What Vite's bundler tells about a module while it forms chunks. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

const known = new Map<string, boolean>();

/**
 * Everything that the first page needs goes into one file: whatever the entry reaches without a dynamic import. Shared
 * code in files of its own would make that page heavier by 3 kB, for compression works within a file.
 */
export function nameFirstChunk(id: string, graph: ModuleGraph): string | null {
  return isReachedAtOnce(id, graph) ? 'first' : null;
}

function isReachedAtOnce(id: string, graph: ModuleGraph): boolean {
  const reaching = new Set([id]);
  // A set's loop also visits what is added on the way.
  for (const module of reaching) {
    const info = graph.getModuleInfo(module);
    if (known.get(module) ?? info?.isEntry) {
      known.set(id, true);
      return true;
    }
    if (known.get(module) === false) continue;
    for (const importer of info?.importers ?? []) reaching.add(importer);
  }
  // Nobody who leads here starts at the entry, so none of them is reached either.
  for (const module of reaching) known.set(module, false);
  return false;
}
