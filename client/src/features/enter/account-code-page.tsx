import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { areCookiesBlocked } from '../../cookies.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { paths } from '../../paths.ts';
import { completeSignIn } from '../../session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import {
  checkAccountCode,
  findAccountCode,
  isInvalidAccountCode,
  minimumLength,
  normalizeAccountCode,
} from './code-rules.ts';
import { CookiesBlockedBanner } from './lazy-hints.tsx';
import { LegalNotes } from './legal-notes.tsx';

/** Signing in with an account code. product.md §2 */
export function AccountCodePage() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<TextKey | null>(null);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [checking, setChecking] = useState(false);
  const [cookiesBlocked] = useState(areCookiesBlocked);
  const blocked = useRef<HTMLDivElement>(null);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    // Said again, or the button would seem dead.
    if (cookiesBlocked) return blocked.current?.focus();
    const found = checkAccountCode(code);
    setError(found);
    setProblem(null);
    if (found) return field.current?.focus();
    setChecking(true);
    try {
      await request(calls.signInWithAccountCode, { code: normalizeAccountCode(code) });
      completeSignIn('account-code');
    } catch (failure) {
      setChecking(false);
      if (!isInvalidAccountCode(failure)) return setProblem(describeProblem(failure));
      setError('accountCode.invalid');
      field.current?.select();
    }
  };
  return (
    <>
      <PageTitle title={t('accountCode.title')} big />
      {cookiesBlocked && (
        <div ref={blocked} tabIndex={-1}>
          <CookiesBlockedBanner />
        </div>
      )}
      <ProblemBanner problem={problem} onOnline={() => void submit()} />
      <form className="stack gap-4" noValidate onSubmit={submit}>
        <TextField
          ref={field}
          className="mono"
          label={t('enter.accountCodeLink')}
          name="account-code"
          autoComplete="username"
          autoCapitalize="characters"
          spellCheck={false}
          required
          readOnly={checking}
          value={code}
          onChange={({ target }) => {
            setCode(target.value);
            setError(null);
          }}
          onPaste={(event) => {
            // The words around a pasted code are not part of it.
            event.preventDefault();
            setCode(findAccountCode(event.clipboardData.getData('text')));
            setError(null);
          }}
          onBlur={() => code !== '' && setError(checkAccountCode(code))}
          error={error && t(error, { minimum: minimumLength })}
        />
        <Button type="submit" variant="primary" block loading={checking}>
          {t(checking ? 'accountCode.signingIn' : 'enter.continue')}
        </Button>
      </form>
      <div className="center">
        <TextLink as={Link} block to={paths.enter}>
          {t('accountCode.signIn')}
        </TextLink>
        <TextLink as={Link} block quiet to={paths.enterHelp}>
          {t('enter.help')}
        </TextLink>
      </div>
      <LegalNotes />
    </>
  );
}
