import { Fragment, type ReactNode } from 'react';

interface RichTextProps {
  /** A translated sentence with marked words: `Read the <terms>Terms</terms>`. */
  text: string;
  /** What becomes of the words of each mark; an unknown mark leaves its words as they are. */
  marks: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** A sentence with links or emphasis inside it, whose order each language chooses by itself. */
export function RichText({ text, marks }: RichTextProps) {
  // Every third part is a mark's name, the one after it the words inside.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/);
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const mark = index % 3 === 2 ? marks[parts[index - 1] ?? ''] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
    return <Fragment key={index}>{mark ? mark(part) : part}</Fragment>;
  });
}
