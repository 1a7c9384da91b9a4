import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonBox, SkeletonTitle } from '../../ui/skeleton.tsx';
import '../../ui/list-row.css';
import './account-skeleton.css';

/** The boxes of an account that may change its e-mail, in their final size. */
export function AccountSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('profile.loading')}>
      <SkeletonTitle />
      <div className="stack gap-4">
        <div className="card card--flush account-skeleton">
          <div className="list-row list-row--stack">
            <SkeletonBox shape="glyph" />
            <Lines />
            <SkeletonBox shape="action" />
          </div>
          <div className="list-row">
            <SkeletonBox shape="glyph" />
            <Lines />
          </div>
          <div className="list-row list-row--top">
            <SkeletonBox shape="glyph" />
            <Lines />
          </div>
        </div>
        <div className="card stack gap-3 account-skeleton__end">
          <SkeletonBox width={30} />
          <SkeletonBox width={80} />
          <SkeletonBox width={60} />
        </div>
      </div>
    </Skeleton>
  );
}

const Lines = () => (
  <div className="list-row__body stack gap-2">
    <SkeletonBox width={30} />
    <SkeletonBox width={60} />
  </div>
);
