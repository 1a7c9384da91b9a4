import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useLocation } from 'react-router-dom';
import { canReload } from '../api/load-chunk.ts';
import { reloadPage } from '../api/reload-page.ts';
import { rememberUserActions } from '../ui/user-actions.ts';

// A function of its own: the bundler would move handlers of the import's failure behind the loading of its styles.
const loadCrashPage = () => import('./crash-page.tsx');

const CrashReport = lazy(() =>
  loadCrashPage().then(
    (file) => ({ default: file.CrashReport }),
    // The report's own code may be missing as well.
    () => ({ default: PlainCrashReport }),
  ),
);

interface CrashBoundaryState {
  readonly crash: { readonly error: unknown } | null;
}

interface CrashBoundaryProps {
  /** `section` keeps the menu and sign-out: only the content crashed. */
  scope: 'page' | 'section';
  children: ReactNode;
}

/**
 * Catches rendering errors and shows the crash report until the user navigates; after a crash offline, until the
 * connection is back.
 */
export const CrashBoundary = (props: CrashBoundaryProps) => <Boundary location={useLocation()} {...props} />;

interface BoundaryProps extends CrashBoundaryProps {
  location: Location;
}

class Boundary extends Component<BoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { crash: null };

  static getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { crash: { error } };
  }

  readonly #reload = async (): Promise<void> => {
    const hasUserActed = rememberUserActions();
    if ((await canReload()) && this.state.crash && !hasUserActed()) location.reload();
  };

  override componentDidCatch(): void {
    // Offline, a section that opens for the first time has no code yet.
    if (!navigator.onLine) addEventListener('online', this.#reload);
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.#reload);
  }

  override componentDidUpdate(before: BoundaryProps, { crash }: CrashBoundaryState): void {
    if (crash && !this.state.crash) removeEventListener('online', this.#reload);
    // Compares with the previous state: a page that crashes while it opens changes the location as well.
    if (crash && this.state.crash && before.location !== this.props.location) this.setState({ crash: null });
  }

  override render(): ReactNode {
    if (!this.state.crash) return this.props.children;
    return (
      <Suspense>
        <CrashReport scope={this.props.scope} error={this.state.crash.error} />
      </Suspense>
    );
  }
}

/** Depends only on code that is already there. */
function PlainCrashReport() {
  const { t } = useTranslation();
  return (
    <div className="notice">
      <h1 className="h4">{t('crash.title')}</h1>
      <button type="button" className="btn btn--primary mt-4" onClick={() => void reloadPage()}>
        {t('error.tryAgain')}
      </button>
    </div>
  );
}
