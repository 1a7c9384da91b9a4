import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ToastQueue } from '../ui/toast.tsx';
import { dismissToast, readToasts, subscribeToToasts } from './toast-queue.ts';

/** Shows the queue, over every page; the words follow the language. */
export function Toaster() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  return (
    <ToastQueue
      toasts={toasts.map(({ id, kind, text, values }) => ({ id, tone: kind, content: t(text, { ...values }) }))}
      closeLabel={t('toast.close')}
      onDismiss={dismissToast}
    />
  );
}
