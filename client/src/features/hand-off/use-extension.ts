import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { readSession } from '../../session/session.ts';
import { start } from '../../start.ts';
import { handOverAddress, probeExtension } from './extension.ts';

export interface ExtensionSearch {
  readonly state: 'loading' | 'missing' | 'failed';
  look(): void;
}

/**
 * Looks for the extension and hands the session over to it. A probe that fails may also have been blocked: it is made
 * again whenever the visitor comes back to the tab.
 */
export function useExtension(wanted: boolean): ExtensionSearch {
  const navigate = useNavigate();
  const [state, setState] = useState<ExtensionSearch['state']>('loading');
  const looking = useRef(false);

  const look = useCallback(async () => {
    const { extensionId } = start;
    if (looking.current) return;
    looking.current = true;
    try {
      if (extensionId === null || !(await probeExtension(extensionId))) return setState('missing');
      setState('loading');
      const address = readSession().signedIn ? await handOverAddress(extensionId) : null;
      if (address === null) return navigate(`${paths.enter}?from=chrome`, { replace: true });
      // In place of this page: Back must not hand over a second time.
      location.replace(address);
    } catch {
      setState('failed');
    } finally {
      looking.current = false;
    }
  }, [navigate]);

  useEffect(() => {
    if (!wanted) return;
    void look();
    const lookWhenSeen = () => document.visibilityState === 'visible' && void look();
    addEventListener('focus', lookWhenSeen);
    document.addEventListener('visibilitychange', lookWhenSeen);
    return () => {
      removeEventListener('focus', lookWhenSeen);
      document.removeEventListener('visibilitychange', lookWhenSeen);
    };
  }, [wanted, look]);

  return { state, look: () => void look() };
}
