import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInState } from '../shared/navigation/sign-in-state.ts';
import { useShownProfile } from '../shared/people/shown-profile.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { toast } from '../shared/toast/toast.ts';
import { AskMarkIcon, PlusIcon } from '../shared/ui/frame-icons.tsx';

/** Pixels. The button ignores smaller scrolls, because they come from a trembling finger. */
const TREMBLE_PX = 8;
/** Pixels from the page's end that still count as the end. Lists keep this space free for the button. */
const NEAR_END_PX = 60;

function useIsScrollingDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const look = () => {
      const { scrollY, innerHeight } = window;
      if (Math.abs(scrollY - last) < TREMBLE_PX) return;
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - NEAR_END_PX;
      setDown(scrollY > last && scrollY > TREMBLE_PX && !isAtEnd);
      last = scrollY;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return isDown;
}

const WITHOUT = /^\/(create|login|register|settings|aura-settings|admin|questions|reset)(\/|$)/;

/** The floating button: a '?' on another person's profile, else a plus. It hides while the page scrolls down. */
export function QuickCreate({ isSignedIn }: { isSignedIn: boolean }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const asked = useShownProfile();
  const isAway = useIsScrollingDown();
  if (WITHOUT.test(pathname) || (pathname === '/notifications' && search.includes('tab=reports'))) return null;

  const create = () => {
    if (isSignedIn) {
      navigate(asked === null ? '/create' : `/create?targetUser=${encodeURIComponent(asked)}&type=question`);
      return;
    }
    if (asked !== null) {
      toast.bad(frameTexts.accountRequired.title, frameTexts.accountRequired.text);
      return;
    }
    toast.bad(frameTexts.loginRequired, frameTexts.signInToCreate);
    navigate('/login', { state: signInState('/create') });
  };
  return (
    <div
      className="quick-create pointer-events-none fixed inset-x-0 bottom-0 z-20 mx-auto flex max-w-(--phone) justify-end px-4 transition-[translate] duration-200 ease-(--ease)"
      style={{ paddingBottom: isSignedIn ? 'calc(var(--nav-now) + 16px)' : 20 }}
    >
      <button
        type="button"
        aria-label={asked === null ? frameTexts.createPost : frameTexts.askQuestion}
        onClick={create}
        className={clsx(
          'floating grid size-[58px] place-items-center rounded-[20px] bg-air text-air-ink transition-[translate,opacity,scale] duration-200 focus-visible:translate-y-0 focus-visible:opacity-100 active:scale-95',
          isAway ? 'translate-y-[160%] opacity-0' : 'pointer-events-auto',
        )}
      >
        {asked === null ? <PlusIcon size={26} /> : <AskMarkIcon size={26} />}
      </button>
    </div>
  );
}
