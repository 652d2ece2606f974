import { soundTexts } from '../texts/content.ts';

const MOST_SEGMENTS = 20;
const AMBER_FROM = 2 / 3;

interface LevelMeterProps {
  readonly boosts: number;
  readonly threshold: number;
  readonly reveal?: 'none' | 'opening' | 'heard';
}

export function LevelMeter({ boosts, threshold, reveal = 'none' }: LevelMeterProps) {
  const isFull = reveal !== 'none' || boosts >= threshold;
  const segments = Math.min(threshold, MOST_SEGMENTS);
  const lit = isFull ? segments : Math.min(segments, Math.floor((boosts / threshold) * segments));
  const shown = isFull ? threshold : boosts;
  const need = soundTexts.need(threshold - shown);
  return (
    <div data-reveal={reveal === 'none' ? undefined : reveal}>
      <div
        className="meter"
        role="progressbar"
        aria-label={soundTexts.meter}
        aria-valuemin={0}
        aria-valuemax={threshold}
        aria-valuenow={shown}
        aria-valuetext={soundTexts.meterValue(shown, threshold, isFull ? soundTexts.heard : need)}
      >
        {Array.from({ length: segments }, (_, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: segments never move.
            key={index}
            data-lit={index >= lit ? undefined : isFull || index >= segments * AMBER_FROM ? 'hot' : 'on'}
            style={{ height: `${45 + (55 * (index + 1)) / segments}%`, '--i': index / segments }}
          />
        ))}
      </div>
      <p
        className="mt-2 flex flex-wrap justify-between gap-x-3 text-sm text-soft"
        role={reveal === 'none' ? undefined : 'status'}
      >
        {reveal === 'heard' ? (
          <b className="arrives font-semibold text-amber">{soundTexts.heard}</b>
        ) : isFull ? (
          <span className="text-amber">{soundTexts.opening}</span>
        ) : (
          <span>
            <b className="font-semibold text-text">{need}</b>
            <span>{` ${soundTexts.andEveryone}`}</span>
          </span>
        )}
        <span className="ml-auto whitespace-nowrap">
          {soundTexts.of(isFull ? Math.max(boosts, threshold) : boosts, threshold)}
        </span>
      </p>
    </div>
  );
}

interface RevealMeterProps extends Omit<LevelMeterProps, 'reveal'> {
  readonly isLocked: boolean;
  readonly reveal: NonNullable<LevelMeterProps['reveal']>;
  readonly className: string;
}

export function RevealMeter({ isLocked, reveal, className, ...meter }: RevealMeterProps) {
  if (!isLocked && reveal === 'none') return null;
  return (
    <div className={className}>
      <LevelMeter {...meter} reveal={isLocked ? 'none' : reveal} />
    </div>
  );
}
