/** The part of the bundler's API that is used. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

const known = new Map<string, boolean>();

/**
 * Puts every module that the entry reaches without a dynamic import into one chunk. Separate chunks would make the
 * sign-in page 3 kB heavier, because compression works within a file.
 */
export function nameEntryChunk(id: string, graph: ModuleGraph): string | null {
  return isReachedAtOnce(id, graph) ? 'entry' : null;
}

function isReachedAtOnce(id: string, graph: ModuleGraph): boolean {
  const reaching = new Set([id]);
  // Iterating a set also visits items added meanwhile.
  for (const module of reaching) {
    const info = graph.getModuleInfo(module);
    if (known.get(module) ?? info?.isEntry) {
      known.set(id, true);
      return true;
    }
    if (known.get(module) === false) continue;
    for (const importer of info?.importers ?? []) reaching.add(importer);
  }
  // No importer leads to the entry, so none of these modules is reached either.
  for (const module of reaching) known.set(module, false);
  return false;
}
