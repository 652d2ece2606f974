import { lowestLevel } from '@hearsay/game-rules';
import { lazy, Suspense, useState } from 'react';
import DiscoverPage from '../features/feed/discover-page.tsx';
import { isCardClosed, saveCardClosed } from '../features/first-account/closed-card.ts';
import { loadCode } from '../shared/errors/new-build.ts';
import { useUser } from '../shared/session/session.ts';

// Loads late, because only new accounts need this code. If the code cannot load, the card is absent.
const FirstAccount = lazy(() =>
  loadCode(() => import('../features/first-account/first-account.tsx')).catch(() => ({ default: () => null })),
);

export default function DiscoverRoute() {
  const user = useUser();
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const isNew = user?.level === lowestLevel && closedFor !== user.id && !isCardClosed(user.id);
  const close = (userId: string) => {
    saveCardClosed(userId);
    setClosedFor(userId);
  };
  return (
    <DiscoverPage
      firstCard={
        isNew && (
          <Suspense fallback={<div className="card mx-3 mb-4 min-h-96" aria-busy="true" />}>
            <FirstAccount key={user.id} userId={user.id} onClose={() => close(user.id)} />
          </Suspense>
        )
      }
    />
  );
}
