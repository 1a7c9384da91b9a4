import { Fragment, type ReactNode } from 'react';

interface RichTextProps {
  /** A translated sentence with marks: `Read the <terms>Terms</terms>`. */
  text: string;
  /** Renders the words of each mark. An unknown mark leaves its words as text. */
  marks: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** A sentence with links or emphasis, in the word order of each language. */
export function RichText({ text, marks }: RichTextProps) {
  // The parts repeat: text, mark name, marked words. Each text has an element, for the browser's translator.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/);
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const mark = index % 3 === 2 ? marks[parts[index - 1] ?? ''] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other key.
    return <Fragment key={index}>{mark ? mark(part) : part && <span>{part}</span>}</Fragment>;
  });
}
