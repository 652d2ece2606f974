import { podcastTexts } from '../texts/podcasts.ts';
import { Select } from '../ui/select.tsx';
import { type EpisodeSound, playbackSpeeds, type SoundState } from './episode-sound.ts';
import { SKIP_SECONDS } from './media-session.ts';

interface PlayerActsProps {
  readonly sound: EpisodeSound;
  readonly state: SoundState;
}

/** SVG paths of the arrows around the number of seconds. */
const BACK = 'M5 5v4.500h4.500M5.400 9.500a8 8 0 1 1-1 5.500';
const FORWARD = 'M19 5v4.500h-4.500M18.600 9.500a8 8 0 1 0 1 5.500';

export const SkipButtons = ({ sound, state: { isPlayable } }: PlayerActsProps) => (
  <span className="flex flex-none text-soft">
    {[
      { label: podcastTexts.back(SKIP_SECONDS), seconds: -SKIP_SECONDS, path: BACK },
      { label: podcastTexts.forward(SKIP_SECONDS), seconds: SKIP_SECONDS, path: FORWARD },
    ].map(({ label, seconds, path }) => (
      <button
        key={label}
        type="button"
        aria-label={label}
        disabled={!isPlayable}
        onClick={() => sound.skip(seconds)}
        className="grid size-11 place-items-center rounded-control disabled:text-faint"
      >
        <svg aria-hidden="true" width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor">
          <path d={path} strokeWidth={1.7} strokeLinecap="round" strokeLinejoin="round" />
          <text x="12" y="16" textAnchor="middle" fontSize="7.5" fontWeight="700" fill="currentColor" stroke="none">
            {SKIP_SECONDS}
          </text>
        </svg>
      </button>
    ))}
  </span>
);

export const SpeedSelect = ({ sound, state, className }: PlayerActsProps & { readonly className: string }) => (
  <Select
    aria-label={podcastTexts.speed}
    value={state.speed}
    onChange={(event) => sound.setSpeed(Number(event.target.value))}
    frameClassName={className}
    className="min-h-11 rounded-control bg-transparent pr-8 pl-2 text-right font-semibold text-soft"
    arrowSize={16}
  >
    {playbackSpeeds.map((one) => (
      <option key={one} value={one} className="bg-surface text-text">
        {podcastTexts.speedOf(one)}
      </option>
    ))}
  </Select>
);
