import { AccountSkeleton } from '../features/account/account-skeleton.tsx';
import { BillingSkeleton } from '../features/billing/billing-skeleton.tsx';
import type { Section } from '../paths.ts';
import { Loading } from './loading.tsx';

/** The boxes of the section that is on its way; product.md §2 calls it a spinner, the design draws the page itself. */
export function SectionLoading({ section }: { section: Section }) {
  if (section === 'ACCOUNT') return <AccountSkeleton />;
  return section === 'BILLING' ? <BillingSkeleton titled /> : <Loading />;
}
