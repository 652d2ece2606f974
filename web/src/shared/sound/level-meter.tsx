import { soundTexts } from '../texts/content.ts';
import type { RevealPhase } from './reveal.ts';

const MOST_SEGMENTS = 20;
const AMBER_FROM = 2 / 3;
/** Bounds of a partly filled segment, so that it looks neither empty nor full. */
const PART_FILL = { least: 0.15, most: 0.9 };

const fillOf = (part: number): number =>
  part <= 0 || part >= 1 ? Math.min(1, Math.max(0, part)) : Math.min(PART_FILL.most, Math.max(PART_FILL.least, part));

interface LevelMeterProps {
  readonly boosts: number;
  readonly threshold: number;
  readonly reveal?: RevealPhase;
  /** Says only how many boosts are missing. */
  readonly isShort?: boolean;
}

/** A reveal changes only the colours and the words of the line, so that no box moves. */
export function LevelMeter({ boosts, threshold, reveal = 'none', isShort = false }: LevelMeterProps) {
  const isFull = reveal !== 'none' || boosts >= threshold;
  const segments = Math.min(threshold, MOST_SEGMENTS);
  const level = isFull ? segments : (boosts * segments) / threshold;
  const shown = isFull ? threshold : boosts;
  const need = soundTexts.need(threshold - shown);
  return (
    <div>
      <div
        className="meter"
        data-full={isFull || undefined}
        role="progressbar"
        aria-label={soundTexts.meter}
        aria-valuemin={0}
        aria-valuemax={threshold}
        aria-valuenow={shown}
        aria-valuetext={soundTexts.meterValue(shown, threshold, isFull ? soundTexts.heard : need)}
      >
        {Array.from({ length: segments }, (_, index) => {
          const fill = fillOf(level - index);
          const isHot = isFull || index >= segments * AMBER_FROM;
          const height = `${45 + (55 * (index + 1)) / segments}%`;
          return (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: segments never move.
              key={index}
              data-lit={fill === 0 ? undefined : isHot ? 'hot' : 'on'}
              style={{
                height,
                '--i': index / segments,
                '--fill': fill,
                '--lit': `var(--${isHot ? 'amber-lit' : 'air'})`,
              }}
            />
          );
        })}
      </div>
      <p
        className="mt-2 flex flex-wrap justify-between gap-x-3 text-sm text-soft"
        role={reveal === 'none' ? undefined : 'status'}
      >
        <span className="grid *:[grid-area:1/1]">
          {isFull && (
            // The hidden line keeps the space of the line before the reveal.
            <span aria-hidden="true" className="invisible">
              {isShort ? soundTexts.need(1) : `${soundTexts.need(1)} ${soundTexts.andEveryone}`}
            </span>
          )}
          {reveal === 'yours' || reveal === 'heard' ? (
            <b key={reveal} className="appears font-semibold text-amber">
              {reveal === 'yours' ? soundTexts.yours : soundTexts.heard}
            </b>
          ) : isFull ? (
            <span className="text-amber">{soundTexts.opening}</span>
          ) : (
            <span>
              <b className="font-semibold text-text">{need}</b>
              {!isShort && <span>{` ${soundTexts.andEveryone}`}</span>}
            </span>
          )}
        </span>
        <span className="ml-auto whitespace-nowrap">
          {soundTexts.of(isFull ? Math.max(boosts, threshold) : boosts, threshold)}
        </span>
      </p>
    </div>
  );
}

interface RevealMeterProps extends Omit<LevelMeterProps, 'reveal'> {
  readonly isLocked: boolean;
  readonly reveal: RevealPhase;
  readonly className: string;
}

export function RevealMeter({ isLocked, reveal, className, ...meter }: RevealMeterProps) {
  // A lock that was lowered to nothing has no segments.
  if ((!isLocked && reveal === 'none') || meter.threshold === 0) return null;
  return (
    <div className={className}>
      <LevelMeter {...meter} reveal={isLocked ? 'none' : reveal} />
    </div>
  );
}
