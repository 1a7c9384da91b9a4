import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { CopyIcon } from './icons/copy-icon.tsx';

/** How long the copied state is shown. product.md §9 */
const copiedMs = 2_500;

interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel: string;
  /** The accessible name if the label is ambiguous; must contain the label. */
  name?: string | undefined;
  /** Called when copying is not allowed: the caller selects the text instead. */
  onFail?: (() => void) | undefined;
  size?: 'sm';
  variant?: 'primary';
  block?: boolean;
}

export function CopyButton({ text, label, copiedLabel, name, onFail, size, variant, block = false }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), copiedMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copied = copiedAt > 0;
  return (
    <>
      <Button
        size={size}
        variant={variant}
        block={block}
        done={copied}
        aria-label={copied ? undefined : name}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopiedAt(Date.now()), onFail)}
      >
        {copied ? (
          copiedLabel
        ) : (
          <>
            <CopyIcon size="sm" />
            {label}
          </>
        )}
      </Button>
      <span className="visually-hidden" role="status">
        {copied && copiedLabel}
      </span>
    </>
  );
}
