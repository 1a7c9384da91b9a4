import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { type Discount, maxInviterPercent } from '../../profile/discount.ts';
import { PlansLink } from '../../profile/plans-link.tsx';
import { allInvitesUsed } from '../../profile/referral-access.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { DiscountBanner } from '../../ui/discount-banner.tsx';

interface DiscountOfferProps {
  discount: Discount;
  referral: Profile['referral'];
}

/** The discount of a free account. product.md §2 */
export function DiscountOffer({ discount: { kind, percent, code }, referral }: DiscountOfferProps) {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  const values = { percent: formatPercent(percent ?? 0), code: code ?? '' };
  const title = percent === null ? t('discount.couponTitlePlain') : t(`discount.${kind}Title`, values);
  const grown = percent === maxInviterPercent || (referral != null && allInvitesUsed(referral));
  const text =
    kind === 'coupon' && code === ''
      ? null
      : t(kind === 'inviter' && grown ? 'discount.friendText' : `discount.${kind}Text`, values);
  return (
    <DiscountBanner
      percent={percent === null ? '%' : t('discount.badge', values)}
      title={title}
      action={<PlansLink small>{percent === null ? t('discount.useCoupon') : t('discount.claim', values)}</PlansLink>}
    >
      {text}
    </DiscountBanner>
  );
}
