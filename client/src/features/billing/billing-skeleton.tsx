import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { ListRowBody, ListRowFrame } from '../../ui/list-row.tsx';
import { Skeleton, SkeletonBox } from '../../ui/skeleton.tsx';
import './billing-skeleton.css';

interface BillingSkeletonProps {
  /** A free plan has fewer boxes. */
  free?: boolean;
}

/** The skeleton of a plan and the block below it, in their final size. */
export function BillingSkeleton({ free = false }: BillingSkeletonProps) {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('billing.loading')}>
      <div className="stack gap-4">
        {free ? <FreePlan /> : <PaidPlan />}
        {free ? <Offer /> : <Method />}
      </div>
    </Skeleton>
  );
}

const FreePlan = () => (
  <Card className="row row--between gap-2">
    <div className="stack gap-2 grow">
      <SkeletonBox width={30} />
      <SkeletonBox shape="h" width={30} />
    </div>
    <SkeletonBox shape="btn" />
  </Card>
);

const PaidPlan = () => (
  <Card className="billing-skeleton__plan">
    <SkeletonBox shape="h" width={45} />
    <div className="row gap-8">
      {[0, 1].map((fact) => (
        <div key={fact} className="stack gap-2 grow">
          <SkeletonBox width={60} />
          <SkeletonBox width={80} />
        </div>
      ))}
    </div>
    <SkeletonBox width={80} />
    <SkeletonBox shape="btn" />
  </Card>
);

const Method = () => (
  <Card flush>
    <ListRowFrame stack>
      <SkeletonBox shape="glyph" />
      <ListRowBody className="stack gap-2">
        <Lines />
      </ListRowBody>
      <SkeletonBox shape="action" />
    </ListRowFrame>
  </Card>
);

const Offer = () => (
  <Card className="row row--top gap-4 billing-skeleton__offer">
    <SkeletonBox shape="glyph" />
    <div className="stack gap-2 grow">
      <Lines />
    </div>
  </Card>
);

const Lines = () => (
  <>
    <SkeletonBox width={30} />
    <SkeletonBox width={45} />
  </>
);
