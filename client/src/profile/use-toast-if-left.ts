import type { TextKey } from '../i18n/i18n.ts';
import { rememberSession } from '../session/remember-session.ts';
import { showToast } from '../toasts/toast-queue.ts';
import { useIsMounted } from '../ui/use-is-mounted.ts';

/**
 * For an action whose component shows its outcome. Call the result when the action begins, and what that returns when
 * it ends: if the user has left the component meanwhile, a toast says it instead. Never to another account.
 */
export function useToastIfLeft(): () => (text: TextKey, kind?: 'ok' | 'bad') => void {
  const isMounted = useIsMounted();
  return () => {
    const isSameSession = rememberSession();
    return (text, kind = 'bad') => {
      if (!isMounted() && isSameSession()) showToast(kind, text);
    };
  };
}
