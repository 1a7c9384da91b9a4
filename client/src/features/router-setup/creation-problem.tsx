import { useTranslation } from 'react-i18next';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { UnknownOutcomeBanner } from '../../profile/unknown-outcome-banner.tsx';
import { Banner } from '../../ui/banner.tsx';
import type { CreationFailure } from './use-create-router.ts';

interface CreationProblemProps {
  /** The device limit has its own dialog. */
  failure: Exclude<CreationFailure, { kind: 'limit' }>;
}

/** Why the router was not created. */
export function CreationProblem({ failure }: CreationProblemProps) {
  const { t } = useTranslation();
  switch (failure.kind) {
    case 'lost':
      return (
        <Banner tone="danger" role="alert" title={t('routers.noResponse')}>
          {t('routers.noResponseText')}
        </Banner>
      );
    case 'unknown':
      return <UnknownOutcomeBanner />;
    case 'problem':
      return <ProblemBanner problem={failure.problem} />;
  }
}
