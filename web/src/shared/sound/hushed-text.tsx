import { type ReactNode, useEffect, useRef, useState } from 'react';
import { WhisperBars } from './whisper-bars.tsx';

const REVEAL_MS = 500;
/** What has swelled into words on this page already; a reveal is shown once per item. */
const heard = new Set<string>();

interface HushedTextProps {
  readonly id: string;
  /** The words, or null while they are locked. */
  readonly words: string | null;
  readonly isLocked: boolean;
  readonly nearness: number;
  readonly lines?: number;
  readonly width?: number;
  readonly children: (words: string) => ReactNode;
}

/** Locked words as a whisper; when they open before one's eyes the bars swell once and settle into the words. */
export function HushedText({ id, words, isLocked, nearness, lines, width, children }: HushedTextProps) {
  const wasLocked = useRef(isLocked && words === null);
  const [isRevealing, setRevealing] = useState(false);
  const isHidden = isLocked && words === null;

  useEffect(() => {
    if (isHidden) {
      wasLocked.current = true;
      return;
    }
    if (!wasLocked.current || heard.has(id)) return;
    wasLocked.current = false;
    heard.add(id);
    setRevealing(true);
    const timer = setTimeout(() => setRevealing(false), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [isHidden, id]);

  if (isHidden) return <WhisperBars id={id} nearness={nearness} lines={lines} width={width} />;
  if (!isRevealing) return words === null ? null : children(words);
  return (
    <div className="reveal">
      <div className="reveal-bars" aria-hidden="true">
        <WhisperBars id={id} nearness={1} lines={lines} width={width} />
      </div>
      {words !== null && <div className="reveal-words">{children(words)}</div>}
    </div>
  );
}
