import { type ReactNode, useId } from 'react';

/** A section of the gallery; `grid` uses two columns. */
export function Section({ title, grid, children }: { title: string; grid?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className="stack gap-4" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {grid ? <div className="gallery__grid">{children}</div> : children}
    </section>
  );
}
