import type { Wipe } from '@hearsay/contracts';
import { useQuery } from '@tanstack/react-query';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { toastIfOffline } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Avatar, Username } from '../../shared/ui/person.tsx';
import { LoadingOrFailedState } from '../../shared/ui/states.tsx';
import { adminQueries, useUndoWipe } from './admin.queries.ts';

const texts = adminTexts.wipes;
const MINUTE_MS = 60_000;

export function RecentWipesCard() {
  const { data: wipes, isError, refetch } = useQuery(adminQueries.wipes());
  return (
    <section className="card">
      <h2 className="text-[1.1875rem] font-bold">{texts.title}</h2>
      {!wipes && <LoadingOrFailedState isError={isError} text={texts.loadFailed} onRetry={refetch} />}
      {wipes?.length === 0 && <p className="mt-2 text-soft">{texts.none}</p>}
      {wipes && wipes.length > 0 && (
        <ul className="mt-2">
          {wipes.map((wipe) => (
            <WipeRow key={wipe.wipeId} wipe={wipe} />
          ))}
        </ul>
      )}
    </section>
  );
}

function WipeRow({ wipe }: { wipe: Wipe }) {
  const { subject, status, done, total, undoUntil } = wipe;
  const leftMs = Date.parse(undoUntil) - useNow();
  const undo = useUndoWipe();
  const mayUndo = status !== 'undone' && leftMs > 0;
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-end gap-3 border-line py-2.5 not-first:border-t">
      <Avatar user={subject} size={36} />
      <div className="min-w-0 flex-[1_1_6rem]">
        <p className="font-semibold">
          <Username name={subject.username} />
        </p>
        {status === 'running' ? (
          <>
            <p className="text-sm text-soft">{texts.running(done, total)}</p>
            <progress
              className="my-1 block h-1.5 w-full"
              aria-label={subject.username}
              value={done}
              max={Math.max(1, total)}
            />
          </>
        ) : (
          <p className="text-sm text-soft">{texts[status]}</p>
        )}
        {status !== 'undone' && <p className="text-sm text-soft">{leftMs > 0 ? timeLeft(leftMs) : texts.over}</p>}
      </div>
      {mayUndo && (
        <Button
          weight="quiet"
          aria-label={texts.undoOf(subject.username)}
          disabled={undo.isPending}
          onClick={() => {
            toastIfOffline();
            undo.mutate({ wipe, idempotencyKey: newIdempotencyKey() });
          }}
        >
          {texts.undo}
        </Button>
      )}
    </li>
  );
}

function timeLeft(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  return texts.left(Math.floor(minutes / 60), minutes % 60);
}
