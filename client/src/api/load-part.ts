/**
 * Fetches code that is wanted only now. After a release the old files may be gone: one reload, and only one for each part,
 * fetches the new page; what still fails then rejects.
 * @param name of the part: others that load in the meantime do not give it another reload
 */
export async function loadPart<Part>(name: string, load: () => Promise<Part>): Promise<Part> {
  const key = `reloaded-for ${name}`;
  try {
    const part = await load();
    sessionStorage.removeItem(key);
    return part;
  } catch (error) {
    if (sessionStorage.getItem(key) !== null || !navigator.onLine) throw error;
    sessionStorage.setItem(key, 'yes');
    location.reload();
    // The page is leaving; nothing is to appear before it has.
    return await new Promise<never>(() => undefined);
  }
}
