import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonBox } from '../ui/skeleton.tsx';

/** The skeleton of a page whose code or data is loading. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('profile.loading')}>
      <div className="stack gap-4">
        <div className="page-head">
          <SkeletonBox shape="h" width={30} />
        </div>
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
