import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonBox } from '../ui/skeleton.tsx';

interface PageSkeletonProps {
  /** Has a box for the heading, which is not known yet. */
  titled?: boolean;
}

/** The skeleton of a page whose code or data is loading. */
export function PageSkeleton({ titled = false }: PageSkeletonProps) {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('profile.loading')}>
      {titled && (
        <div className="page-head">
          <SkeletonBox shape="h" width={30} />
        </div>
      )}
      <div className="stack gap-4">
        <div className="card stack gap-3">
          <SkeletonBox width={20} />
          <SkeletonBox width={45} />
        </div>
        <div className="card stack gap-3">
          <SkeletonBox width={30} />
          <SkeletonBox width={80} />
        </div>
      </div>
    </Skeleton>
  );
}
