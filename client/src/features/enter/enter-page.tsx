import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyPage } from '../../api/load-chunk.ts';
import { readSavedEmail } from '../../email/saved-email.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmailStep } from './email-step.tsx';
import { loadCodeStep } from './preload-code-step.ts';
import { isPositive, readSignInError } from './sign-in-error.ts';

const CodeStep = lazyPage('code-step', () => loadCodeStep().then((file) => file.CodeStep));
// Rarely needed.
const RestoreDialog = lazyPage('restore-dialog', () =>
  import('./restore-dialog.tsx').then((file) => file.RestoreDialog),
);

/** The history state of the code step. `pushed`: the previous entry is the email step. */
interface StepState {
  readonly step?: 'code';
  readonly pushed?: boolean;
}

interface EnterPageProps {
  /** Called when the user will soon be signed in, to preload the next page. */
  onCodeSent: () => void;
}

/** The sign-in page. Email step and code step are two history entries of one address. product.md §2, §4 */
export function EnterPage({ onCodeSent }: EnterPageProps) {
  const { t } = useTranslation();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const { step, pushed } = (state ?? {}) as StepState;
  const [linkedCode, setLinkedCode] = useState(() => readLinkedCode(query.get('OTC_CODE')));
  const signInError = readSignInError(query.get('error'));

  // Removes the code from the address before a third-party script runs.
  const addressHoldsCode = query.has('OTC_CODE');
  useEffect(() => {
    if (!addressHoldsCode) return;
    const rest = new URLSearchParams(search);
    rest.delete('OTC_CODE');
    const resumes = linkedCode !== '' && readSavedEmail() !== '' && pathname !== paths.enterEmail;
    navigate(`${pathname}${rest.size > 0 ? `?${rest}` : ''}`, {
      replace: true,
      state: resumes ? { step: 'code' } : null,
    });
  }, [addressHoldsCode, linkedCode, navigate, pathname, search]);

  const email = readSavedEmail();
  if (step === 'code' && email !== '') {
    const goBack = () => {
      setLinkedCode('');
      if (pushed) navigate(-1);
      else navigate(paths.enter, { replace: true });
    };
    return (
      <Suspense>
        <CodeStep key={email} email={email} linkedCode={linkedCode} onBack={goBack} />
      </Suspense>
    );
  }
  const showCodeStep = () => {
    onCodeSent();
    navigate(paths.enter, { state: { step: 'code', pushed: true } satisfies StepState });
  };
  const notice = signInError !== null && signInError !== 'restore' && (
    <Banner tone={isPositive(signInError) ? 'success' : 'danger'} role="alert">
      {t(signInError)}
    </Banner>
  );
  return (
    <>
      <EmailStep notice={notice} hasLinkedCode={linkedCode !== ''} onDone={showCodeStep} />
      {signInError === 'restore' && (
        <Suspense>
          <RestoreDialog />
        </Suspense>
      )}
    </>
  );
}

/** The six digits of the link in the email; '' for anything else. */
const readLinkedCode = (value: string | null): string => /^\d{6}$/.exec(value?.trim() ?? '')?.[0] ?? '';
