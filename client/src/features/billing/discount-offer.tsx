import { useTranslation } from 'react-i18next';
import { type Discount, mostInviterPercent } from '../../profile/discount.ts';
import { PlansLink } from '../../profile/plans-link.tsx';
import { useFormatters } from '../../profile/use-formatters.ts';
import { DiscountBanner } from '../../ui/banner.tsx';

/** The discount of a free account. product.md §2 */
export function DiscountOffer({ discount: { kind, percent, code } }: { discount: Discount }) {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  const values = { percent: formatPercent(percent ?? 0), code: code ?? '' };
  const title = percent === null ? t('discount.couponTitlePlain') : t(`discount.${kind}Title`, values);
  const grown = kind === 'inviter' && percent === mostInviterPercent;
  const text =
    kind === 'coupon' && code === '' ? null : t(grown ? 'discount.friendText' : `discount.${kind}Text`, values);
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
