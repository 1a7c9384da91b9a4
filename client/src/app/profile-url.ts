import type { Section } from '../paths.ts';

/** The section that the URL requests, if it is available; else the first. product.md §2 */
export function readSection(search: string, available: readonly Section[]): Section {
  const requested = requestedSection(new URLSearchParams(search));
  return available.find((section) => section === requested) ?? 'ACCOUNT';
}

function requestedSection(query: URLSearchParams): string | undefined {
  // A link into a section may omit the section itself.
  if (!query.has('profile_section') && query.has('add_new_device')) return 'DEVICES';
  const requested = (query.get('profile_section') ?? query.get('section'))?.toUpperCase();
  return requested === 'ROUTER' ? 'DEVICES' : requested;
}
