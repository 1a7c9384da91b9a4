import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { ListRowBody, ListRowFrame } from '../../ui/list-row.tsx';
import { Skeleton, SkeletonBox } from '../../ui/skeleton.tsx';
import './account-skeleton.css';

/** The skeleton of an account with an email that can be changed, in its final size. */
export function AccountSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('profile.loading')}>
      <div className="stack gap-4">
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
        <Card className="stack gap-3 account-skeleton__end">
          <SkeletonBox width={30} />
          <SkeletonBox width={80} />
          <SkeletonBox width={60} />
        </Card>
      </div>
    </Skeleton>
  );
}

const Lines = () => (
  <ListRowBody className="stack gap-2">
    <SkeletonBox width={30} />
    <SkeletonBox width={60} />
  </ListRowBody>
);
