import type { Cue, PodcastDetail } from '@hearsay/contracts';
import clsx from 'clsx';
import { memo, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { soundOf } from '../../shared/player/episode-sound.ts';
import { episodeTexts } from '../../shared/texts/episode-page.ts';
import { clock } from '../../shared/texts/podcasts.ts';

interface SyncedTranscriptProps {
  readonly podcast: PodcastDetail;
  /** Sorted by start time. */
  readonly cues: readonly Cue[];
}

/** Marks the cue that is playing, and scrolls the box so that this cue stays visible. */
export function SyncedTranscript({ podcast, cues }: SyncedTranscriptProps) {
  const sound = soundOf(podcast);
  // Subscribes to the index of the cue, which changes rarely. The position changes four times a second.
  const heard = useSyncExternalStore(sound.subscribe, () => {
    const { seconds, isPlaying } = sound.state();
    return isPlaying || seconds > 0 ? cues.findLastIndex(({ from }) => from <= seconds) : -1;
  });
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = heard >= 0 ? box.current?.querySelectorAll('li')[heard] : undefined;
    if (!box.current || !(row instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = row;
    // Scrolls the box alone, because the page must not move under its reader.
    box.current.scrollTop = offsetTop - (box.current.clientHeight - offsetHeight) / 2;
  }, [heard]);
  const play = useCallback(
    (from: number) => {
      sound.goTo(from);
      void sound.play();
    },
    [sound],
  );
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the box and skips its many time buttons.
      tabIndex={0}
      aria-label={episodeTexts.transcript.words}
      className="card max-h-80 overflow-y-auto py-2"
    >
      <ol className="relative">
        {cues.map((cue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and two cues may be equal.
          <Row key={index} cue={cue} isHeard={index === heard} onPlay={play} />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  readonly cue: Cue;
  readonly isHeard: boolean;
  readonly onPlay: (from: number) => void;
}

const Row = memo(function Row({ cue: { from, words }, isHeard, onPlay }: RowProps) {
  return (
    <li aria-current={isHeard || undefined} className={clsx('flex gap-2', isHeard ? 'text-text' : 'text-soft')}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={episodeTexts.answers.playAt(clock(from))}
        onClick={() => onPlay(from)}
        className="min-h-8 w-14 flex-none self-start rounded-control text-left text-[0.8125rem] tabular-nums"
      >
        {clock(from)}
      </button>
      <p dir="auto" className={clsx('words min-w-0 flex-1 py-1.5 whitespace-pre-line', isHeard && 'font-semibold')}>
        {words}
      </p>
    </li>
  );
});
