import { soundTexts } from '../texts/sound.ts';

const MOST_SEGMENTS = 20;
const AMBER_FROM = 2 / 3;

interface LevelMeterProps {
  readonly boosts: number;
  readonly threshold: number;
}

/** How far the whisper is turned up: rising segments, the last third amber, and the boosts still needed. */
export function LevelMeter({ boosts, threshold }: LevelMeterProps) {
  const segments = Math.min(threshold, MOST_SEGMENTS);
  const lit = Math.min(segments, Math.floor((boosts / threshold) * segments));
  const missing = Math.max(0, threshold - boosts);
  const need = soundTexts.need(missing);
  return (
    <div>
      <div
        className="meter"
        role="progressbar"
        aria-label={soundTexts.meter}
        aria-valuemin={0}
        aria-valuemax={threshold}
        aria-valuenow={Math.min(boosts, threshold)}
        aria-valuetext={soundTexts.meterValue(boosts, threshold, need)}
      >
        {Array.from({ length: segments }, (_, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place.
            key={index}
            data-lit={index >= lit ? undefined : index >= segments * AMBER_FROM ? 'hot' : 'on'}
            style={{ height: `${45 + (55 * (index + 1)) / segments}%` }}
          />
        ))}
      </div>
      <p className="mt-2 flex justify-between gap-3 text-sm text-soft">
        <span>
          <b className="font-semibold text-text">{need}</b> {soundTexts.andEveryone}
        </span>
        <span className="whitespace-nowrap">{soundTexts.of(boosts, threshold)}</span>
      </p>
    </div>
  );
}
