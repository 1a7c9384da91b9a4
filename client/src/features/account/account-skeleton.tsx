import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { ListRowBody, ListRowFrame } from '../../ui/list-row.tsx';
import { Skeleton, SkeletonBox } from '../../ui/skeleton.tsx';
import { DeletionCard } from './deletion-card.tsx';
import './account-skeleton.css';

/** The skeleton of an account that we bill, with an email that can be changed, in its final size. */
export function AccountSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <Skeleton label={t('profile.loading')}>
        <Card flush className="account-skeleton">
          <ListRowFrame stack>
            <SkeletonBox shape="glyph" />
            <Lines />
            <SkeletonBox shape="action" />
          </ListRowFrame>
          <ListRowFrame>
            <SkeletonBox shape="glyph" />
            <Lines />
          </ListRowFrame>
          <ListRowFrame top>
            <SkeletonBox shape="glyph" />
            <Lines />
          </ListRowFrame>
        </Card>
      </Skeleton>
      <div className="mt-4">
        <DeletionCard>
          <p className="small mt-1 prose account-skeleton__rest">{t('account.deleteBilled')}</p>
        </DeletionCard>
      </div>
    </>
  );
}

const Lines = () => (
  <ListRowBody className="stack gap-2">
    <SkeletonBox width={30} />
    <SkeletonBox width={60} />
  </ListRowBody>
);
