import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { type MuteKind, muteQueries } from '../../shared/mutes/mute.queries.ts';
import { setMute } from '../../shared/mutes/set-mute.ts';
import { muteTexts } from '../../shared/texts/mutes.ts';
import { useOneActAtATime } from '../../shared/toast/use-one-act-at-a-time.ts';
import { LoadingOrFailedState } from '../../shared/ui/states.tsx';
import { SettingsCard, useFewFirst } from './settings-card.tsx';

const texts = muteTexts.card;
const kindTexts = { block: texts.blocked, person: texts.muted, question: texts.question } as const;

interface Row {
  readonly kind: MuteKind;
  readonly id: string;
  readonly username: string;
  readonly label: string;
  readonly to: string;
  readonly createdAt: string;
}

const personRow = (
  kind: MuteKind,
  { user, createdAt }: { user: { id: string; username: string }; createdAt: string },
) => {
  const { id, username } = user;
  return { kind, id, username, label: `@${username}`, to: `/@${encodeURIComponent(username)}`, createdAt };
};

export function MutesCard({ userId }: { userId: string }) {
  const client = useQueryClient();
  const once = useOneActAtATime();
  const blocks = useQuery(muteQueries.blocks(userId));
  const mutes = useQuery(muteQueries.mutes(userId));
  const isRead = blocks.data !== undefined && mutes.data !== undefined;
  const rows: Row[] = [
    ...(blocks.data ?? []).map((block) => personRow('block', block)),
    ...(mutes.data ?? []).map((muted): Row => {
      if ('user' in muted) return personRow('person', muted);
      const { id, title } = muted.question;
      const { createdAt } = muted;
      return { kind: 'question', id, username: '', label: title, to: `/questions/${id}`, createdAt };
    }),
  ].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  const { shown, showAll } = useFewFirst(rows);
  const readAgain = () => Promise.all([blocks.refetch(), mutes.refetch()]);
  return (
    <SettingsCard title={texts.title}>
      <p className="text-soft">{isRead && rows.length === 0 ? texts.none : texts.explanation}</p>
      {!isRead && (
        <LoadingOrFailedState isError={blocks.isError || mutes.isError} text={texts.failed} onRetry={readAgain} />
      )}
      {isRead && rows.length > 0 && (
        <SlidingList ids={shown.map(({ kind, id }) => `${kind} ${id}`)} className="-my-2 flex flex-col">
          {shown.map((row) => (
            <li
              key={`${row.kind} ${row.id}`}
              className="flex min-h-14 items-center gap-3 border-line py-1.5 not-first:border-t"
            >
              <span className="min-w-0 flex-1">
                <Link
                  to={row.to}
                  id={`mute-${row.kind}-${row.id}`}
                  dir="auto"
                  className="words line-clamp-2 font-semibold"
                >
                  {row.label}
                </Link>
                <span id={`mute-kind-${row.kind}-${row.id}`} className="block text-sm text-soft">
                  {kindTexts[row.kind]}
                </span>
              </span>
              <button
                type="button"
                id={`mute-undo-${row.kind}-${row.id}`}
                aria-labelledby={`mute-undo-${row.kind}-${row.id} mute-${row.kind}-${row.id} mute-kind-${row.kind}-${row.id}`}
                onClick={once(() => setMute(client, row, false))}
                className="min-h-11 flex-none rounded-control border border-line px-4 text-sm font-semibold"
              >
                {texts.undo}
              </button>
            </li>
          ))}
        </SlidingList>
      )}
      {showAll}
    </SettingsCard>
  );
}
