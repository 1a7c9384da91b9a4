import './spinner.css';

/** Small inside a button; large with a label while a page loads. */
export function Spinner({ label }: { label?: string }) {
  if (!label) return <span className="spinner" aria-hidden="true" />;
  return (
    <span role="status">
      <span className="spinner spinner--lg" />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
