import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { updateCache } from '../../api/read.ts';
import { write } from '../../api/write.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { useToastIfLeft } from '../../profile/use-toast-if-left.ts';
import { isOutcomeUnknown, runRepeatableWrite } from '../../profile/write-outcome.ts';
import { rememberSession } from '../../session/remember-session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldError } from '../../ui/field.tsx';
import { ListRowFrame } from '../../ui/list-row.tsx';

interface Failure {
  /** A profile that shows it ends the failure. */
  readonly wanted: boolean;
  readonly text: TextKey;
}

/** Applies the choice optimistically and reverts it when saving fails. */
export function NewsletterCheckbox({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const prepareToast = useToastIfLeft();
  const enabled = profile.user_settings?.newsletters_enabled ?? false;

  const save = async (subscribed: boolean) => {
    // One at a time, or an older response could win.
    if (saving) return;
    setSaving(true);
    setFailure(null);
    const isSameSession = rememberSession();
    const toastIfLeft = prepareToast();
    await updateCachedNewsletter(subscribed);
    try {
      await runRepeatableWrite(
        () => write(calls.updateSettings, { receive_newsletters: subscribed }),
        ({ user_settings }) => user_settings?.newsletters_enabled === subscribed,
      );
      // The profile may have been read again meanwhile.
      if (isSameSession()) await updateCachedNewsletter(subscribed);
    } catch (problem) {
      // The cache is another account's.
      if (!isSameSession()) return;
      await updateCachedNewsletter(!subscribed);
      const text = isOutcomeUnknown(problem) ? 'account.newsletterUnknown' : 'account.newsletterFailed';
      setFailure({ wanted: subscribed, text });
      toastIfLeft(text);
    } finally {
      setSaving(false);
    }
  };
  return (
    <ListRowFrame top>
      <div className="grow stack gap-2">
        <Checkbox
          checked={enabled}
          onChange={({ target }) => void save(target.checked)}
          hint={t('account.newsletterHint')}
        >
          {t('account.newsletter')}
        </Checkbox>
        {failure && failure.wanted !== enabled && <FieldError>{t(failure.text)}</FieldError>}
      </div>
    </ListRowFrame>
  );
}

const updateCachedNewsletter = (enabled: boolean) =>
  updateCache(calls.profile, (shown) => ({
    ...shown,
    profile: { ...shown.profile, user_settings: { ...shown.profile.user_settings, newsletters_enabled: enabled } },
  }));
