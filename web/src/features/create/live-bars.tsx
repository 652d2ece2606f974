import { useEffect, useRef } from 'react';
import { observeVisibility } from '../../shared/ui/observe-visibility.ts';

const BARS = 32;
/** Milliseconds between two drawings. All bars together show two seconds. */
const DRAW_EVERY_MS = 60;
/** Milliseconds between two drawings with reduced motion. The bars still show that the microphone works. */
const REDUCED_DRAW_EVERY_MS = 1000;
const LEAST = 0.06;
/** Decibels relative to full scale. The quiet value is a quiet room, the loud one a loud voice near the microphone. */
const QUIET_DB = -55;
const LOUD_DB = -12;

/** @returns 0 to 1 on a scale of decibels, as ears hear it */
export function loudnessOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(power);
  return Math.min(1, Math.max(0, (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}

interface Ear {
  readonly hear: () => number;
  readonly close: () => void;
}

/**
 * Null if the browser refuses an audio context, as it may when too many exist. The recording then continues without the
 * bars.
 */
function listenTo(stream: MediaStream): Ear | null {
  try {
    // Takes the device's rate, because Firefox refuses a microphone in a context of another rate.
    const context = new AudioContext();
    const source = context.createMediaStreamSource(stream);
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    source.connect(analyser);
    // Safari suspends a context that was made after its prompt for the microphone.
    void context.resume().catch(() => undefined);
    const samples = new Float32Array(analyser.fftSize);
    return {
      hear: () => {
        analyser.getFloatTimeDomainData(samples);
        return loudnessOf(samples);
      },
      close: () => {
        // This reference also keeps Firefox from garbage-collecting the source.
        source.disconnect();
        void context.close().catch(() => undefined);
      },
    };
  } catch {
    return null;
  }
}

/** Shows the loudness of the last two seconds. Draws only while page and bars are visible, and only by transforms. */
export function LiveBars({ stream }: { stream: MediaStream }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ear = listenTo(stream);
    const bars = [...(box.current?.children ?? [])] as HTMLElement[];
    if (!ear) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const heights = bars.map(() => LEAST);
    let isInside = true;
    let drawnAt = 0;
    let frame = 0;
    const draw = (now: number) => {
      frame = requestAnimationFrame(draw);
      if (now - drawnAt < (isStill ? REDUCED_DRAW_EVERY_MS : DRAW_EVERY_MS)) return;
      drawnAt = now;
      heights.shift();
      heights.push(Math.max(LEAST, ear.hear()));
      for (const [index, bar] of bars.entries()) bar.style.transform = `scaleY(${heights[index]})`;
    };
    const goOn = () => {
      cancelAnimationFrame(frame);
      if (isInside && !document.hidden) frame = requestAnimationFrame(draw);
    };
    const ended = observeVisibility(box.current, (isSeen) => {
      isInside = isSeen;
      goOn();
    });
    document.addEventListener('visibilitychange', goOn);
    goOn();
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', goOn);
      ended();
      ear.close();
    };
  }, [stream]);
  return (
    <div ref={box} aria-hidden="true" data-live-bars className="flex h-16 items-center gap-[3px] overflow-hidden px-1">
      {Array.from({ length: BARS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars never move.
        <i key={index} className="h-full flex-1 rounded-pill bg-air" style={{ transform: `scaleY(${LEAST})` }} />
      ))}
    </div>
  );
}
