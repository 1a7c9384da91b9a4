import type { Section } from '../paths.ts';

/** What the card payment provider adds to the address when it sends somebody back. */
const providerCallback = ['setup_intent', 'payment_intent', 'redirect_status'];

/** The section that the address asks for, among those there are; the first otherwise. product.md §2 */
export function chooseSection(search: string, available: readonly Section[]): Section {
  const asked = askedSection(new URLSearchParams(search));
  return available.find((section) => section === asked) ?? 'ACCOUNT';
}

function askedSection(query: URLSearchParams): string | undefined {
  if (providerCallback.some((name) => query.has(name))) return 'BILLING';
  // A link that opens something of a section needs not name the section, too.
  if (!query.has('profile_section') && query.has('add_new_device')) return 'DEVICES';
  const asked = (query.get('profile_section') ?? query.get('section'))?.toUpperCase();
  return asked === 'ROUTER' ? 'DEVICES' : asked;
}
