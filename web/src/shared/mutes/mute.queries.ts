import { BlockedUsers, MutedList } from '@hearsay/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { queryKeys, querySettings } from '../api/cache.ts';
import { useUser } from '../session/session.ts';
import { muteTexts } from '../texts/mutes.ts';

/** `person` and `question` only hide posts from the viewer. `block` also refuses acts of the person. */
export type MuteKind = 'block' | 'person' | 'question';

export const muteQueries = {
  blocks: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.mutes.blocks(userId),
      queryFn: ({ signal }) => read(BlockedUsers, '/api/blocks', signal, muteTexts.card.failed),
      staleTime: querySettings.person.fresh,
    }),
  mutes: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.mutes.mutes(userId),
      queryFn: ({ signal }) => read(MutedList, '/api/mutes', signal, muteTexts.card.failed),
      staleTime: querySettings.person.fresh,
    }),
};

/** Undefined until both lists are read, and for visitors. */
export function useOwnMutes(): ((kind: MuteKind, id: string) => boolean) | undefined {
  const user = useUser();
  const enabled = user !== null;
  const { data: blocks } = useQuery({ ...muteQueries.blocks(user?.id ?? ''), enabled });
  const { data: mutes } = useQuery({ ...muteQueries.mutes(user?.id ?? ''), enabled });
  if (!blocks || !mutes) return undefined;
  const on = new Set([
    ...blocks.map(({ user: { id } }) => `block ${id}`),
    ...mutes.map((muted) => ('user' in muted ? `person ${muted.user.id}` : `question ${muted.question.id}`)),
  ]);
  return (kind, id) => on.has(`${kind} ${id}`);
}
