import { whisperLineHeight, whisperLines } from '@hearsay/game-rules';
import { useMemo } from 'react';
import { soundTexts } from '../texts/content.ts';

interface WhisperBarsProps {
  readonly id: string;
  /** 0 = far from the threshold, 1 = at it. */
  readonly nearness: number;
  readonly lines?: number;
  /** In units of the drawing. A larger number draws finer bars. */
  readonly width?: number;
}

export function WhisperBars({ id, nearness, lines = 2, width = 326 }: WhisperBarsProps) {
  const paths = useMemo(() => whisperLines(id, nearness, lines, width), [id, nearness, lines, width]);
  const viewBox = `0 0 ${width} ${whisperLineHeight * lines}`;
  return (
    <svg className="whisper" role="img" aria-label={soundTexts.whisper} viewBox={viewBox}>
      {paths.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move.
        <path key={index} d={line} style={{ '--i': index }} />
      ))}
    </svg>
  );
}
