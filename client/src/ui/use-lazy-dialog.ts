import { type ComponentType, useState } from 'react';

interface LazyDialog<Props> {
  /** To be rendered while it is there; null while the dialog is closed. */
  readonly Dialog: ComponentType<Props> | null;
  readonly loading: boolean;
  /** Rejects when the code cannot be loaded: say so, and let the user try again. */
  open(): Promise<void>;
  close(): void;
}

/** A dialog whose code is fetched when it is first wanted. */
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
        setDialog(() => Loaded);
      } finally {
        setLoading(false);
      }
    },
    close: () => setDialog(null),
  };
}
