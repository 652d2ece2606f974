import clsx from 'clsx';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { DialogHost } from '../shared/dialogs/dialog-host.tsx';
import { loadAfterFirstScreen } from '../shared/navigation/first-screen.ts';
import { useSession } from '../shared/session/session.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { OfflineIcon } from '../shared/ui/frame-icons.tsx';
import { useOnline } from '../shared/ui/use-online.ts';
import { Header } from './header.tsx';
import { BottomNav, TabBar } from './navigation.tsx';
import { QuickCreate } from './quick-create.tsx';

/** Loads a part after the first screen. If its code cannot load, the part stays empty. */
const lazyAfterFirstScreen = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => loadAfterFirstScreen(load).catch(() => ({ default: () => null })));
const AfterFirstScreen = lazyAfterFirstScreen(() => import('./after-first-screen.tsx'));
const PersistentBars = lazyAfterFirstScreen(() => import('./lasting-bars.tsx'));
const PlayerHost = lazyAfterFirstScreen(() => import('../shared/player/player-host.tsx'));
const SignedOutBanner = lazyAfterFirstScreen(() => import('./signed-out-banner.tsx'));

export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname } = useLocation();
  const isQuestion = pathname.startsWith('/questions/');
  const isIn = session.state === 'in';
  const main = useFocusNewPage();
  return (
    // The padding keeps fixed bars off the page's end. On a low screen, a room has the navigation at its top, because
    // readers enter the room at its end.
    <div
      className={clsx(
        'relative mx-auto min-h-dvh max-w-(--phone)',
        isIn && isQuestion && 'low:flex low:flex-col low:[&>.bottom-nav]:order-first',
        isIn ? (isQuestion ? 'pb-[calc(var(--bottom)+var(--dock)+24px)]' : 'pb-[calc(var(--nav-now)+88px)]') : 'pb-24',
      )}
    >
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        {frameTexts.skipToContent}
      </button>
      <Header session={session} />
      <div id="bars-below-header" className="sticky top-(--top) z-20 low:relative">
        <OfflineBanner />
        <Suspense fallback={null}>
          <SignedOutBanner />
          {isIn && <PersistentBars />}
        </Suspense>
      </div>
      {isIn && !isQuestion && <TabBar />}
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      {session.state !== 'loading' && !isQuestion && <QuickCreate isSignedIn={isIn} />}
      {isIn && (
        <Suspense fallback={null}>
          <PlayerHost />
        </Suspense>
      )}
      {isIn && <BottomNav />}
      <DialogHost />
      <Suspense fallback={null}>
        <AfterFirstScreen />
      </Suspense>
    </div>
  );
}

/** Focuses each new page and scrolls to its top. When the user goes back, lists restore their own position. */
function useFocusNewPage() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per path.
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    main.current?.focus({ preventScroll: true });
    if (kind !== 'POP') window.scrollTo(0, 0);
  }, [pathname]);
  return main;
}

function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-amber-tint px-4 py-2 text-sm font-semibold text-amber">
          <OfflineIcon size={18} />
          <span>{frameTexts.offline}</span>
        </p>
      )}
    </div>
  );
}
