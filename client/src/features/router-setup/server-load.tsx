import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import './server-load.css';

/** Below these shares a server counts as quiet, and as busy. */
const quiet = 0.5;
const busy = 0.8;

/** A server's load as a word and three bars. */
export function ServerLoad({ load }: { load: number }) {
  const { t } = useTranslation();
  const level = load < quiet ? 1 : load < busy ? 2 : 3;
  return (
    <span className="server-load">
      <span className={classNames('server-load__bars', level === 3 && 'server-load__bars--full')} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <i key={bar} className={bar <= level ? 'is-on' : undefined} />
        ))}
      </span>
      <span>{t(level === 1 ? 'routers.loadLow' : level === 2 ? 'routers.loadMedium' : 'routers.loadHigh')}</span>
    </span>
  );
}
