import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { useIsMounted } from '../ui/use-is-mounted.ts';

/** For what follows a call: a user who has left meanwhile stays where they are, with what they have typed there. */
export function useNavigateWhileShown(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  return (to, options) => {
    if (isMounted()) navigate(to, options);
  };
}
