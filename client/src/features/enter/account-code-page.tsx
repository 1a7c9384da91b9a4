import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { paths } from '../../paths.ts';
import { completeSignIn } from '../../session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { checkAccountCode, isInvalidAccountCode, minimumLength } from './code-rules.ts';
import { LegalNotes } from './legal-notes.tsx';

/** Signing in with an account code. product.md §2 */
export function AccountCodePage() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<TextKey | null>(null);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [checking, setChecking] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkAccountCode(code);
    setError(found);
    setProblem(null);
    if (found) return field.current?.focus();
    setChecking(true);
    try {
      await request(calls.signInWithAccountCode, { code: code.trim() });
      completeSignIn();
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
      <ProblemBanner problem={problem} />
      <form className="stack gap-4" noValidate onSubmit={submit}>
        <TextField
          ref={field}
          className="mono"
          label={t('enter.accountCodeLink')}
          name="account-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          readOnly={checking}
          value={code}
          onChange={({ target }) => {
            setCode(target.value);
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
      </div>
      <LegalNotes />
    </>
  );
}
