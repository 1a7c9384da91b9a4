/** The lighthouse in the theme's colors. Decorative: the name is beside it. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M12.1 22.6 13.5 11h5l1.4 11.6Z" fill="var(--c-accent)" />
      <path d="M13 14.9h6l.4 3.1h-6.8Z" fill="var(--c-surface)" />
      <path d="M13.9 6.9h4.2v3.3h-4.2Z" fill="var(--c-beacon)" />
      <path d="M12.6 6.6 16 3.2l3.4 3.4ZM12.2 9.9h7.6v1.5h-7.6Z" fill="var(--c-accent)" />
      <g strokeLinecap="round" strokeWidth="1.8">
        <path
          d="M2.6 25.6c2.3-.2 3.2-1.6 5.3-1.9 1.9-.3 2.6-1.5 4.6-1.6h7c2.1.1 2.6 1.5 4.7 1.9 2 .4 3 1.5 5.2 1.6"
          stroke="var(--c-text)"
        />
        <path d="M7.4 29c1.5.8 2.8.8 4.3 0s2.8-.8 4.3 0 2.8.8 4.3 0 2.8-.8 4.3 0" stroke="var(--c-accent)" />
      </g>
    </svg>
  );
}
