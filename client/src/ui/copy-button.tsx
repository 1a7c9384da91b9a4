import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { CopyIcon } from './icons/copy-icon.tsx';
import './copy-button.css';

/** How long the copied state is shown. product.md §9 */
const copiedMs = 2_500;

/** Of the field with a refused text. */
const maxRows = 4;

interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel: string;
  /** Shown when the browser does not allow copying, where the text is selected instead. */
  refusedText: string;
  /** The accessible name if the label is ambiguous; must contain the label. */
  name?: string | undefined;
  /** Whether a press counts, for secrets; all do by default. */
  mayCopy?: (() => boolean) | undefined;
  /** Selects the text where the page shows it; without it the button shows the text itself. */
  onRefuse?: (() => void) | undefined;
  size?: 'sm';
  variant?: 'primary';
  block?: boolean;
}

export function CopyButton(props: CopyButtonProps) {
  const {
    text,
    label,
    copiedLabel,
    refusedText,
    name,
    mayCopy = () => true,
    onRefuse,
    size,
    variant,
    block = false,
  } = props;
  const [copiedAt, setCopiedAt] = useState(0);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), copiedMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copied = copiedAt > 0;
  const copy = async () => {
    if (!mayCopy()) return;
    try {
      await navigator.clipboard.writeText(text);
      setRefused(false);
      setCopiedAt(Date.now());
    } catch {
      flushSync(() => setRefused(true));
      onRefuse?.();
      field.current?.focus();
      field.current?.select();
    }
  };
  return (
    <>
      <Button
        size={size}
        variant={variant}
        block={block}
        done={copied}
        aria-label={copied ? undefined : name}
        onClick={copy}
      >
        {copied ? (
          copiedLabel
        ) : (
          <>
            <CopyIcon size="sm" />
            <span>{label}</span>
          </>
        )}
      </Button>
      <span className="visually-hidden" role="status">
        {copied && copiedLabel}
      </span>
      <div className="copy-refusal" role="status">
        {refused && <p className="small">{refusedText}</p>}
        {refused && !onRefuse && (
          <textarea
            ref={field}
            className="input mono"
            readOnly
            rows={Math.min(text.split('\n').length + 1, maxRows)}
            aria-label={label}
            value={text}
          />
        )}
      </div>
    </>
  );
}
