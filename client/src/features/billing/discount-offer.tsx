import { useTranslation } from 'react-i18next';
import type { Discount } from '../../profile/discount.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { DiscountBanner } from '../../ui/banner.tsx';
import { UpgradeLink } from './upgrade-link.tsx';

/** The discount of a free account. product.md §2 */
export function DiscountOffer({ discount: { kind, percent, code } }: { discount: Discount }) {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  const values = { percent: formatPercent(percent ?? 0), code: code ?? '' };
  const title = percent === null ? t('discount.couponTitlePlain') : t(`discount.${kind}Title`, values);
  const text = kind === 'coupon' && code === '' ? null : t(`discount.${kind}Text`, values);
  return (
    <DiscountBanner
      percent={percent === null ? '%' : t('discount.badge', values)}
      title={title}
      action={<UpgradeLink>{percent === null ? t('discount.useCoupon') : t('discount.claim', values)}</UpgradeLink>}
    >
      {text}
    </DiscountBanner>
  );
}
