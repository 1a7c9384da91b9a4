import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { canRedeemCode } from '../../profile/discount.ts';
import { isAnonymous } from '../../profile/profile-rules.ts';
import { useDiscount } from '../../profile/use-discount.ts';
import { start } from '../../start.ts';
import { Card } from '../../ui/card.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { GiftIcon } from '../../ui/icons/gift-icon.tsx';
import { ListRowLink } from '../../ui/list-row.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { hasEmail } from './account-sign-in-method.ts';
import { DeleteAccount } from './delete-account.tsx';
import { EmailRow } from './email-row.tsx';
import { NewsletterCheckbox } from './newsletter-checkbox.tsx';
import { PlanRow } from './plan-row.tsx';

/** Email, plan, newsletter, promo code and deletion of the account. product.md §2 */
export function AccountSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  // Does not wait for the coupon: most accounts have none, and nothing should move for them.
  const { discount } = useDiscount(profile);
  return (
    <>
      <div className="page-head">
        <PageTitle title={t('section.ACCOUNT')} />
      </div>
      <div className="stack gap-4">
        <Card flush aria-label={t('section.ACCOUNT')}>
          <EmailRow profile={profile} />
          <PlanRow profile={profile} />
          {hasEmail(profile) && !isAnonymous(profile, start.anonymousEmailDomain) && (
            <NewsletterCheckbox profile={profile} />
          )}
        </Card>
        {canRedeemCode(profile, discount) && (
          <Card flush aria-label={t('account.redeem')}>
            <ListRowLink
              href={start.links.redeem}
              icon={<GiftIcon />}
              title={t('account.redeem')}
              hint={t('account.redeemHint')}
              action={<ExtIcon size="sm" />}
            />
          </Card>
        )}
        <DeleteAccount profile={profile} />
      </div>
    </>
  );
}
