import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton, SkeletonBox } from '../../ui/skeleton.tsx';

/** The title and skeleton of a router screen. */
export function RouterSkeleton({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="page-head">
        <PageTitle title={title} />
      </div>
      <Skeleton label={t('routers.loading')}>
        <div className="stack gap-4">
          <Card className="stack gap-3">
            <SkeletonBox width={20} />
            <SkeletonBox shape="btn" />
          </Card>
          <Card className="stack gap-3">
            <SkeletonBox width={30} />
            <SkeletonBox shape="btn" />
            <SkeletonBox width={80} />
            <SkeletonBox width={60} />
            <SkeletonBox width={80} />
          </Card>
        </div>
      </Skeleton>
    </>
  );
}
