import { type ComponentType, useState } from 'react';

interface LazyDialog<Props> {
  /** The component to render; null while the dialog is closed. */
  readonly Dialog: ComponentType<Props> | null;
  readonly loading: boolean;
  /**
   * Resolves to whether it has opened: not over another one that was opened meanwhile. Rejects when the code cannot be
   * loaded: the caller shows an error.
   */
  open(): Promise<boolean>;
  close(): void;
}

/** A dialog whose code loads when it first opens. */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const [loading, setLoading] = useState(false);
  return {
    Dialog,
    loading,
    async open() {
      setLoading(true);
      try {
        const Loaded = await load();
        if (document.querySelector('dialog')) return false;
        setDialog(() => Loaded);
        return true;
      } finally {
        setLoading(false);
      }
    },
    close: () => setDialog(null),
  };
}
