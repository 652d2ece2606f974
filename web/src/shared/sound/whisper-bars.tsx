import { useMemo } from 'react';
import { soundTexts } from '../texts/sound.ts';
import { whisperShape } from './whisper.ts';

interface WhisperBarsProps {
  readonly id: string;
  /** 0 = far from being heard, 1 = at the threshold. */
  readonly nearness: number;
  readonly lines?: number;
  /** Units of the drawing; a wider one draws finer bars. */
  readonly width?: number;
}

/** Words that are locked: there is something here, and nothing of it can be read. */
export function WhisperBars({ id, nearness, lines = 2, width = 326 }: WhisperBarsProps) {
  const shape = useMemo(() => whisperShape(id, nearness, lines, width), [id, nearness, lines, width]);
  return (
    <svg className="whisper" role="img" aria-label={soundTexts.whisper} viewBox={`0 0 ${shape.width} ${shape.height}`}>
      {shape.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
        <path key={index} d={line} style={{ '--i': index }} />
      ))}
    </svg>
  );
}
