import clsx from 'clsx';
import { use, useState } from 'react';
import { contentTexts } from '../texts/content.ts';
import { ContentName } from '../ui/content-name.ts';
import { LinkedWords } from './linked-words.tsx';
import { takesMoreLines } from './rough-lines.ts';

const clamps = { 4: 'line-clamp-4', 12: 'line-clamp-12' } as const;

interface ClampedWordsProps {
  readonly words: string;
  readonly lines: keyof typeof clamps;
  readonly className?: string;
}

export function ClampedWords({ words, lines, className }: ClampedWordsProps) {
  const [isWhole, setWhole] = useState(false);
  const described = use(ContentName);
  if (!takesMoreLines(words, lines)) return <LinkedWords words={words} className={className} />;
  return (
    <>
      <LinkedWords words={words} className={clsx(className, !isWhole && clamps[lines])} />
      <button
        type="button"
        aria-expanded={isWhole}
        aria-describedby={described}
        onClick={() => setWhole(!isWhole)}
        className="min-h-8 text-sm font-semibold underline underline-offset-4"
      >
        {isWhole ? contentTexts.showLess : contentTexts.showMore}
      </button>
    </>
  );
}
