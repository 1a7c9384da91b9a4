import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useLocation } from 'react-router-dom';

const CrashPage = lazy(() =>
  import('./crash-page.tsx').then(
    (file) => ({ default: file.CrashPage }),
    // The crash page's own code may be missing as well.
    () => ({ default: PlainCrashPage }),
  ),
);

interface CrashBoundaryState {
  readonly crash: { readonly error: unknown } | null;
}

/** Catches rendering errors and shows the crash page until the user navigates. */
export const CrashBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary location={useLocation()}>{children}</Boundary>
);

interface BoundaryProps {
  location: Location;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { crash: null };

  static getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { crash: { error } };
  }

  override componentDidUpdate(before: BoundaryProps, { crash }: CrashBoundaryState): void {
    // Compares with the previous state: a page that crashes while it opens changes the location as well.
    if (crash && this.state.crash && before.location !== this.props.location) this.setState({ crash: null });
  }

  override render(): ReactNode {
    if (!this.state.crash) return this.props.children;
    return (
      <Suspense>
        <CrashPage error={this.state.crash.error} />
      </Suspense>
    );
  }
}

/** The crash page when its own code cannot be loaded. Depends only on code that is already there. */
function PlainCrashPage(_: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <main className="notice">
      <h1>{t('crash.title')}</h1>
      <button type="button" className="btn btn--primary" onClick={() => location.reload()}>
        {t('error.tryAgain')}
      </button>
    </main>
  );
}
