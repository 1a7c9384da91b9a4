import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyPart } from '../../api/load-chunk.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { reloadWithEmail } from '../../email/reload-with-email.ts';
import { readSavedEmail } from '../../email/saved-email.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { chunkLoadProblem, EmailStep } from './email-step.tsx';
import { loadCodeStep } from './preload-code-step.ts';

const CodeStep = lazyPart('code-step', () => loadCodeStep().then((file) => file.CodeStep));
// Rarely needed.
const EnterNotices = lazyPart(
  'enter-notices',
  () => import('./enter-notices.tsx').then((file) => file.EnterNotices),
  null,
  () => <ProblemBanner problem={chunkLoadProblem()} onTryAgain={() => void reloadWithEmail()} />,
);

/** The history state of the sign-in page: it belongs to this tab and survives a reload. */
interface StepState {
  readonly step?: 'code';
  /** The entry before the code step is the email step. */
  readonly pushed?: boolean;
  /** Where the code was sent, or what to fill in. */
  readonly email?: string;
  /** The code of the link in the email, until it was tried. */
  readonly linkedCode?: string;
  /** Another page has something to say. */
  readonly notice?: 'emailChanged';
}

interface EnterPageProps {
  /** Called when the user will soon be signed in, to preload the next page. */
  onCodeSent: () => void;
}

/** The sign-in page. Email step and code step are two history entries of one URL. product.md §2, §4 */
export function EnterPage({ onCodeSent }: EnterPageProps) {
  const { pathname, search, state: historyState } = useLocation();
  const navigate = useNavigate();
  const { deletion } = useSession();
  const query = new URLSearchParams(search);
  const state = (historyState ?? {}) as StepState;
  // Read once: the effect below removes the code from the URL.
  const [linkedCode] = useState(() => readLinkedCode(query.get('OTC_CODE')));
  const error = query.get('error');
  const emailChanged = state.notice === 'emailChanged';

  // Before a third-party script runs.
  const urlHoldsCode = query.has('OTC_CODE');
  useEffect(() => {
    if (!urlHoldsCode) return;
    const rest = new URLSearchParams(search);
    rest.delete('OTC_CODE');
    const email = readSavedEmail();
    const resumes = linkedCode !== '' && email !== '' && pathname !== paths.enterEmail;
    navigate(`${pathname}${rest.size > 0 ? `?${rest}` : ''}`, {
      replace: true,
      state: { linkedCode, ...(resumes && { step: 'code', email }) } satisfies StepState,
    });
  }, [urlHoldsCode, linkedCode, navigate, pathname, search]);

  if (state.step === 'code' && state.email) {
    const { linkedCode: _, ...withoutCode } = state;
    const goBack = () => {
      if (state.pushed) navigate(-1);
      else navigate(paths.enter, { replace: true });
    };
    return (
      <CodeStep
        key={state.email}
        email={state.email}
        linkedCode={state.linkedCode ?? ''}
        // A reload must not spend another attempt on it.
        onLinkedCodeUsed={() => navigate(pathname + search, { replace: true, state: withoutCode })}
        onBack={goBack}
      />
    );
  }
  const unverifiedLinkCode = urlHoldsCode ? linkedCode : (state.linkedCode ?? '');
  const showCodeStep = (email: string) => {
    onCodeSent();
    const code = unverifiedLinkCode && { linkedCode: unverifiedLinkCode };
    navigate(paths.enter, { state: { step: 'code', pushed: true, email, ...code } satisfies StepState });
  };
  const notice = (error !== null || deletion !== null || emailChanged) && (
    <EnterNotices error={error} emailChanged={emailChanged} />
  );
  return (
    <EmailStep
      key={state.email}
      notice={notice}
      hasLinkedCode={unverifiedLinkCode !== ''}
      prefill={state.email}
      onDone={showCodeStep}
    />
  );
}

/** The six digits of the link in the email; '' for anything else. */
const readLinkedCode = (value: string | null): string => /^\d{6}$/.exec(value?.trim() ?? '')?.[0] ?? '';
