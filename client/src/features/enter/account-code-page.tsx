import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { useSubmit } from '../../api/use-submit.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { paths } from '../../paths.ts';
import { areCookiesBlocked } from '../../session/cookies-blocked.ts';
import { completeSignIn } from '../../session/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useIsHydrating, usePrerenderedField } from '../../ui/use-hydration.ts';
import {
  checkAccountCode,
  findAccountCode,
  isInvalidAccountCode,
  minAccountCodeLength,
  normalizeAccountCode,
} from './account-code.ts';
import { CookiesBlockedBanner } from './lazy-hints.tsx';
import { LegalNotes } from './legal-notes.tsx';

/** Signing in with an account code. product.md §2 */
export function AccountCodePage() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<TextKey | null>(null);
  const { status, problem, submit, reset } = useSubmit();
  const checking = status === 'running' || status === 'done';
  const isHydrating = useIsHydrating();
  const [cookiesBlocked, setCookiesBlocked] = useState(() => !isHydrating && areCookiesBlocked());
  const blocked = useRef<HTMLDivElement>(null);

  usePrerenderedField(field, (typed) => {
    // A text with spaces was pasted: the words around the code are not part of it.
    setCode(/\s/.test(typed) ? findAccountCode(typed) : typed);
    setCookiesBlocked(areCookiesBlocked());
  });
  const signIn = (event?: FormEvent) => {
    event?.preventDefault();
    // Focuses the message again, or the button would seem dead.
    if (cookiesBlocked) return blocked.current?.focus();
    const found = checkAccountCode(code);
    setError(found);
    if (found) {
      reset();
      return field.current?.focus();
    }
    void submit(
      async () => {
        await request(calls.signInWithAccountCode, { code: normalizeAccountCode(code) });
        completeSignIn('account-code');
      },
      (failure) => {
        if (!isInvalidAccountCode(failure)) return false;
        setError('accountCode.invalid');
        field.current?.select();
        return true;
      },
    );
  };
  return (
    <>
      <PageTitle title={t('accountCode.title')} big />
      {cookiesBlocked && (
        <div ref={blocked} tabIndex={-1}>
          <CookiesBlockedBanner />
        </div>
      )}
      <ProblemBanner problem={problem} onOnline={signIn} />
      <form className="stack gap-4" noValidate onSubmit={signIn}>
        <TextField
          ref={field}
          className="mono"
          label={t('enter.accountCodeLink')}
          name="account-code"
          // It keeps working, and the next person at this computer must not be offered it.
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-required
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
          error={error && t(error, { minimum: minAccountCodeLength })}
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
