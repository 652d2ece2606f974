import { useMemo } from 'react';
import { splitAtLinks } from './links.ts';

/** Keeps the text's direction and line breaks. Turns web addresses into links without a referrer. */
export function LinkedWords({ words, className }: { words: string; className?: string }) {
  const parts = useMemo(() => splitAtLinks(words), [words]);
  return (
    <p dir="auto" className={className}>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <span key={index}>{part}</span>
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            key={index}
            href={part.href}
            target="_blank"
            dir="ltr"
            rel="noopener noreferrer nofollow ugc"
            className="font-medium underline underline-offset-2"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}
