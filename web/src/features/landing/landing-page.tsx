import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { BoostButton } from '../../shared/boosts/boost-button.tsx';
import { loadCode } from '../../shared/errors/new-build.ts';
import { signInState } from '../../shared/navigation/sign-in-state.ts';
import { RevealMeter } from '../../shared/sound/level-meter.tsx';
import { LockedText } from '../../shared/sound/locked-text.tsx';
import { useReveal, wordsOpenAfterMs } from '../../shared/sound/reveal.ts';
import { questionTexts } from '../../shared/texts/content.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { landingTexts } from '../../shared/texts/landing.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import { LinkButton } from '../../shared/ui/button.tsx';
import { AskIcon } from '../../shared/ui/frame-icons.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { WindowTitle } from '../../shared/ui/states.tsx';

const NearlyHeardList = lazy(() => loadCode(() => import('../../shared/cards/nearly-heard.tsx')));
/** Number of questions in the list. */
const NEARLY_HEARD_SHOWN = 3;

const { features, sample } = landingTexts;
const FEATURES = [
  { ...features.ask, mark: <AskIcon size={26} /> },
  { ...features.boost, mark: <SoundBars size={26} /> },
  { ...features.level, mark: <LevelMark /> },
];

export default function LandingPage() {
  return (
    <div className="px-4 pt-8 pb-16">
      <WindowTitle>{frameTexts.brand}</WindowTitle>
      <h1 className="text-[min(17vw,clamp(2.25rem,11vw,2.875rem))] leading-[1.02] font-extrabold [font-stretch:82%]">
        <span>{landingTexts.headline[0]}</span>
        <br />
        <span>{landingTexts.headline[1]}</span>
        <span className="text-air">{landingTexts.headlineStrong}</span>
      </h1>
      <p className="mt-4 max-w-[34ch] text-[1.0625rem] text-soft">{landingTexts.lead}</p>
      <LinkButton to="/login" state={signInState()} className="mt-6 w-full">
        {landingTexts.getStarted}
      </LinkButton>

      <SampleQuestion />
      <Suspense fallback={null}>
        <NearlyHeardList limit={NEARLY_HEARD_SHOWN} />
      </Suspense>

      <ul className="mt-8 flex flex-col gap-3">
        {FEATURES.map(({ title, text, mark }) => (
          <li key={title} className="card flex gap-4">
            <span className="grid size-12 flex-none place-items-center rounded-control bg-raised text-air">{mark}</span>
            <div>
              <h2 className="text-[1.1875rem] font-bold">{title}</h2>
              <p className="mt-1 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>

      <div className="mt-10 flex flex-col gap-3">
        <LinkButton to="/register">{landingTexts.startJourney}</LinkButton>
        <LinkButton to="/login" weight="quiet">
          {frameTexts.signInButton}
        </LinkButton>
      </div>
    </div>
  );
}

const SAMPLE_ID = 'the-sample-question';
const SAMPLE_THRESHOLD = 10;
const SAMPLE_BOOSTS = 9;
const SAMPLE_CONTROL = { playMs: 600, earned: null, hasOpened: false, isRefused: false, isKnown: true };

function SampleQuestion() {
  const [isBoosted, setBoosted] = useState(false);
  const [isHeard, setHeard] = useState(false);
  const [act, setAct] = useState<'up' | 'down'>();
  const boosts = SAMPLE_BOOSTS + (isBoosted ? 1 : 0);
  const reveal = useReveal(!isHeard, SAMPLE_ID);

  const toggle = () => {
    setBoosted(!isBoosted);
    setAct(isBoosted ? 'down' : 'up');
    // An opened text stays open when a boost is taken back.
    setHeard(true);
  };

  return (
    <article className="card mt-8" aria-label={sample.label}>
      <header className="flex items-center gap-3">
        <Avatar user={null} />
        <div>
          <p className="font-semibold">{questionTexts.anonymous}</p>
          <p className="text-[0.84375rem] leading-tight text-faint">{sample.time}</p>
        </div>
      </header>
      <h2 className="mt-3 mb-2 text-[1.375rem] font-bold">{sample.title}</h2>
      <LockedText
        id={SAMPLE_ID}
        words={isHeard ? sample.words : null}
        isLocked={!isHeard}
        nearness={boosts / SAMPLE_THRESHOLD}
        opensAfter={wordsOpenAfterMs}
      >
        {(words) => <p className="min-h-14 text-soft">{words}</p>}
      </LockedText>
      <RevealMeter isLocked={!isHeard} reveal={reveal} boosts={boosts} threshold={SAMPLE_THRESHOLD} className="mt-3" />
      <div className="-mx-2 mt-3 -mb-2 flex min-h-11 flex-wrap items-center gap-x-2">
        <BoostButton control={{ ...SAMPLE_CONTROL, isBoosted, boostCount: boosts, act, toggle }} />
        {isHeard ? (
          <>
            <span className="appears text-sm text-soft">{sample.thatWasYou}</span>
            <Link
              to="/register"
              className="appears ml-2 inline-flex min-h-11 items-center text-sm font-semibold text-text underline underline-offset-4"
            >
              {sample.account}
            </Link>
          </>
        ) : (
          <span className="text-sm text-faint">{sample.tryIt}</span>
        )}
      </div>
    </article>
  );
}

function LevelMark() {
  return (
    <span className="level-ring" data-level-badge="master">
      <span className="block size-3.5 rounded-pill bg-amber-lit" />
    </span>
  );
}
