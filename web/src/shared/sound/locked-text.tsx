import { useEffect, useRef, useState } from 'react';
import type { Elements } from '../ui/elements.ts';
import { observeVisibility } from '../ui/observe-visibility.ts';
import { revealTimesMs } from './reveal.ts';
import { WhisperBars } from './whisper-bars.tsx';

const heard = new Set<string>();

const NO_ROOM = { minHeight: 0, minWidth: 0 };

interface HushedTextProps {
  readonly id: string;
  readonly words: string | null;
  readonly isLocked: boolean;
  readonly nearness: number;
  readonly lines?: number;
  readonly width?: number;
  /** Delay of the reveal in milliseconds. */
  readonly opensAfter?: number;
  readonly children: (words: string) => Elements;
}

/** Locked words. When they open, they grow out of their bars in the same space, once they are on the screen. */
export function LockedText({ id, words, isLocked, nearness, lines, width, opensAfter = 0, children }: HushedTextProps) {
  const isHidden = isLocked && words === null;
  const wasHidden = useRef(isHidden);
  const box = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<'open' | 'waiting' | 'swelling' | 'opened'>('open');
  const [barsBox, setBarsBox] = useState(NO_ROOM);
  const wait = useRef(opensAfter);
  wait.current = opensAfter;

  useEffect(() => {
    if (isHidden) {
      wasHidden.current = true;
      return;
    }
    if (!wasHidden.current || heard.has(id)) return;
    wasHidden.current = false;
    heard.add(id);
    setPhase('waiting');
    let timer: ReturnType<typeof setTimeout>;
    let isSeen = false;
    const stopLooking = observeVisibility(box.current, (isInside) => {
      if (!isInside || isSeen) return;
      isSeen = true;
      timer = setTimeout(
        () => {
          const { height = 0, width = 0 } = box.current?.getBoundingClientRect() ?? {};
          setBarsBox({ minHeight: height, minWidth: width });
          setPhase('swelling');
          timer = setTimeout(() => setPhase('opened'), revealTimesMs.swell);
        },
        isStill() ? 0 : wait.current,
      );
    });
    return () => {
      stopLooking();
      clearTimeout(timer);
      setPhase('opened');
    };
  }, [isHidden, id]);

  // Drops the measured size after a rotation, because the words would overflow their card.
  useEffect(() => {
    if (barsBox === NO_ROOM) return;
    const width = window.innerWidth;
    const look = () => window.innerWidth !== width && setBarsBox(NO_ROOM);
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [barsBox]);

  // Hides new words in their first render, because they would flash before the effect runs.
  const isAboutToOpen = !isHidden && wasHidden.current && !heard.has(id);
  const bars = <WhisperBars id={id} nearness={isHidden ? nearness : 1} lines={lines} width={width} />;
  if (isHidden || isAboutToOpen || phase === 'waiting')
    return (
      <div ref={box} className="overflow-clip">
        {bars}
      </div>
    );
  if (words === null) return null;
  if (phase === 'open') return children(words);
  return (
    <div className="reveal" style={barsBox}>
      {phase === 'swelling' && (
        <div className="reveal-bars" aria-hidden="true">
          {bars}
        </div>
      )}
      <div className={phase === 'swelling' ? 'reveal-words' : undefined}>{children(words)}</div>
    </div>
  );
}

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
