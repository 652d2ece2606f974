interface WaveformProps {
  /** 0 to 100. Null if the server could not read the sound. */
  readonly heights: readonly number[] | null;
  readonly played: number;
}

const STEP = 5;
const HEIGHT = 40;
const LEAST = 4;
const UNREAD = Array.from({ length: 64 }, () => 0);

export function Waveform({ heights, played }: WaveformProps) {
  const bars = heights ?? UNREAD;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-10 w-full"
    >
      {bars.map((height, index) => {
        const tall = LEAST + (height / 100) * (HEIGHT - LEAST);
        const isPlayed = index < played * bars.length;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars never move.
            key={index}
            x={index * STEP + 1}
            y={(HEIGHT - tall) / 2}
            width={STEP - 2}
            height={tall}
            rx={1.5}
            className={isPlayed ? 'fill-air' : 'fill-faint'}
          />
        );
      })}
    </svg>
  );
}
