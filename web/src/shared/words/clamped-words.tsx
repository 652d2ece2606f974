import clsx from 'clsx';
import { use, useState } from 'react';
import { contentTexts } from '../texts/content.ts';
import { ContentNameContext } from '../ui/content-name.ts';
import { LinkedWords } from './linked-words.tsx';

const clamps = { 2: 'line-clamp-2', 4: 'line-clamp-4', 12: 'line-clamp-12' } as const;

/** More letters than a line holds on any phone, so that no short text counts as long. */
const LINE_LETTERS = 60;

/** Estimates without layout, because measured heights would slow a busy chat. */
export function takesMoreLines(words: string, most: number): boolean {
  let lines = 0;
  for (const line of words.split('\n', most + 1)) lines += Math.max(1, Math.ceil(widthOf(line) / LINE_LETTERS));
  return lines > most;
}

/** Counts Chinese, Japanese and Korean characters twice, because they are twice as wide. */
const widthOf = (line: string): number =>
  line.length + (line.match(/[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF01-\uFF60]/g)?.length ?? 0);

interface ClampedWordsProps {
  readonly words: string;
  readonly lines: keyof typeof clamps;
  readonly className?: string;
}

export function ClampedWords({ words, lines, className }: ClampedWordsProps) {
  const [isWhole, setWhole] = useState(false);
  const described = use(ContentNameContext);
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
