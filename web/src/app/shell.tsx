import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { Session } from '../shared/session/use-session.ts';
import { Header } from './header.tsx';
import { BottomNav, TabBar } from './navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { QuickCreate } from './quick-create.tsx';
import { useSignedOutElsewhere } from './use-signed-out-elsewhere.ts';

interface ShellProps {
  readonly session: Session;
  readonly children: ReactNode;
}

/** What surrounds every page. Tab bar and quick-create leave the question page to its chat. */
export function Shell({ session, children }: ShellProps) {
  const { pathname } = useLocation();
  const isQuestion = pathname.startsWith('/questions/');
  const isIn = session.state === 'in';
  const main = useFreshPage();
  useSignedOutElsewhere();
  return (
    <div className="relative mx-auto min-h-dvh max-w-(--phone)">
      <Header session={session} />
      <OfflineBanner />
      {isIn && !isQuestion && <TabBar />}
      <main ref={main} tabIndex={-1} className={isIn ? 'pb-[calc(var(--nav)+88px)]' : 'pb-10'}>
        {children}
      </main>
      {session.state !== 'loading' && !isQuestion && <QuickCreate isSignedIn={isIn} />}
      {isIn && <BottomNav />}
    </div>
  );
}

/** A new page begins at its top and takes the focus; going back is left to the lists, which know where they were. */
function useFreshPage() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page changes with the path.
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
