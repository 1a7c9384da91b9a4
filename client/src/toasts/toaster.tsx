import { useTranslation } from 'react-i18next';
import { useStore } from '../store.ts';
import { ToastQueue } from '../ui/toast.tsx';
import { dismissToast, toasts } from './toast-queue.ts';

/** Shows the queued toasts over every page. Texts are translated here, so they follow a change of language. */
export function Toaster() {
  const { t } = useTranslation();
  return (
    <ToastQueue
      toasts={useStore(toasts).map(({ id, kind, text, values }) => ({
        id,
        tone: kind,
        content: t(text, { ...values }),
      }))}
      closeLabel={t('dialog.close')}
      onDismiss={dismissToast}
    />
  );
}
