/** The largest file of the build that the page loads at once. */
export async function largestFile(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/enter`)).text();
  const files = new Set(page.match(/\/assets\/[^"]+\.js/g));
  const sizes = await Promise.all(
    [...files].map(async (file) => ({ file, size: (await (await fetch(`${origin}${file}`)).bytes()).length })),
  );
  const [largest] = sizes.sort((a, b) => b.size - a.size);
  if (!largest) throw new Error('The page names no script');
  return largest.file;
}
