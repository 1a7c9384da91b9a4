import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { MailIcon } from '../../ui/icons/mail-icon.tsx';

/** What is about to be confirmed, over the button that does it. */
export function ConfirmBox({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <AlertBox
      key="confirm"
      art={
        <Glyph large round tone="accent">
          <MailIcon />
        </Glyph>
      }
      title={t('newsletter.title')}
      description={t('newsletter.intro')}
      action={<div className="stack gap-4">{children}</div>}
    />
  );
}
