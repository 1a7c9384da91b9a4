import { Component, lazy, type ReactNode, Suspense } from 'react';
import { PlainCrashPage } from './plain-crash-page.tsx';

const CrashPage = lazy(() =>
  import('./crash-page.tsx').then(
    (file) => ({ default: file.CrashPage }),
    // What broke the page may be that its files are gone.
    () => ({ default: PlainCrashPage }),
  ),
);

interface CrashBoundaryState {
  readonly crash: { readonly error: unknown } | null;
}

/** Catches what no page expected and shows a page that reports it. */
export class CrashBoundary extends Component<{ children: ReactNode }, CrashBoundaryState> {
  override state: CrashBoundaryState = { crash: null };

  static getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { crash: { error } };
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
