import './spinner.css';

/** Turns inside a pressed button, or, large and with a label, where a whole page is on its way. */
export function Spinner({ label }: { label?: string }) {
  if (!label) return <span className="spinner" aria-hidden="true" />;
  return (
    <span role="status">
      <span className="spinner spinner--lg" />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
