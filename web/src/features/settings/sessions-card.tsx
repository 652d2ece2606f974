import { OwnSessions, Success } from '@hearsay/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, read, send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { showUpdateFailure } from '../../shared/session/own-user.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { calendarTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { toast, toastIfOffline } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { LoadingOrFailedState } from '../../shared/ui/states.tsx';
import { SettingsCard, useFewFirst } from './settings-card.tsx';

const texts = settingsTexts.sessions;

const ownSessions = queryOptions({
  queryKey: queryKeys.ownSessions,
  queryFn: ({ signal }) => read(OwnSessions, '/api/auth/sessions', signal),
  staleTime: 0,
});

export function SessionsCard() {
  const now = useNow();
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(ownSessions);
  const end = useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string | null; idempotencyKey: string }) =>
      send(Success, `/api/auth/sessions${id === null ? '' : `/${id}`}`, { method: 'DELETE', idempotencyKey }),
    onSuccess: (_answer, { id }) => toast.good(id === null ? texts.allDone : texts.done),
    onError: (error) => showUpdateFailure(client, error, texts.failed),
    onSettled: () => client.invalidateQueries(ownSessions),
  });
  const endOf = (id: string | null) => {
    toastIfOffline();
    end.mutate({ id, idempotencyKey: newIdempotencyKey() });
  };

  const { shown, showAll } = useFewFirst(data ?? []);
  return (
    <SettingsCard title={texts.title}>
      {!data && <LoadingOrFailedState isError={isError} text={texts.loadFailed} onRetry={refetch} />}
      {data && (
        <SlidingList ids={shown.map(({ id }) => id)} className="-my-2 flex flex-col">
          {shown.map(({ id, device, lastUsedAt, isCurrent }, index) => (
            <li key={id} className="flex min-h-14 items-center gap-3 border-line not-first:border-t">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{device ?? texts.unknownDevice}</span>
                <span className="block text-sm text-soft">
                  {isCurrent ? texts.current : texts.lastUsed(calendarTime(lastUsedAt, now))}
                </span>
              </span>
              {!isCurrent && (
                <button
                  type="button"
                  aria-label={texts.end(device ?? texts.unknownDevice, ordinalOf(data, index))}
                  disabled={end.isPending}
                  onClick={() => endOf(id)}
                  className="-mr-3 grid size-11 flex-none place-items-center rounded-control text-soft"
                >
                  <CloseIcon size={20} />
                </button>
              )}
            </li>
          ))}
        </SlidingList>
      )}
      {showAll}
      {data && data.length > 1 && (
        <Button weight="quiet" disabled={end.isPending} onClick={() => endOf(null)}>
          {texts.endAll}
        </Button>
      )}
    </SettingsCard>
  );
}

const ordinalOf = (sessions: readonly { device: string | null; isCurrent: boolean }[], index: number): number =>
  sessions.slice(0, index + 1).filter(({ device, isCurrent }) => !isCurrent && device === sessions[index]?.device)
    .length;
