import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

interface RetryBannerProps {
  /** The bold line. */
  title?: string;
  /** One sentence. */
  children?: ReactNode;
  /** Missing if a retry would not help. */
  onTryAgain?: (() => void) | undefined;
  trying?: boolean;
}

/** Something failed; usually with a button that tries again. */
export function RetryBanner({ title, children, onTryAgain, trying = false }: RetryBannerProps) {
  const { t } = useTranslation();
  const action = onTryAgain && (
    <Button size="sm" loading={trying} onClick={onTryAgain}>
      {t('error.tryAgain')}
    </Button>
  );
  return (
    <Banner tone="danger" role="alert" title={title} action={action}>
      {children}
    </Banner>
  );
}
