import { FollowStatus, type FoundUser, type HeardUser } from '@hearsay/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { isUnauthorized, newIdempotencyKey, send } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { personQueries } from '../people/person.queries.ts';
import { showFailure } from '../session/show-failure.ts';
import { peopleTexts } from '../texts/people.ts';
import { toast } from '../toast/toast.ts';

type Row = FoundUser | HeardUser;

/** Rows stay in their lists after a follow, so that a mistaken tap can be undone there. */
const showInRows = (client: QueryClient, userId: string, isFollowing: boolean): void =>
  void client.setQueriesData<readonly Row[]>({ queryKey: queryKeys.people.all }, (rows) =>
    rows?.map((row) => (row.id === userId ? { ...row, isFollowing } : row)),
  );

/** Follows on true and stops following on false. Shows the change at once and reverts it on refusal. */
export function useFollow(userId: string, viewerId: string) {
  const client = useQueryClient();
  const { queryKey } = personQueries.following(userId, viewerId);
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      send(FollowStatus, `/api/users/${userId}/follow`, {
        method: isWanted ? 'POST' : 'DELETE',
        body: { followerId: viewerId },
        // Each attempt may have a new idempotency key, because a repeated follow or unfollow changes nothing.
        idempotencyKey: newIdempotencyKey(),
      }),
    onMutate: async (isWanted) => {
      await client.cancelQueries({ queryKey });
      await client.cancelQueries({ queryKey: queryKeys.people.all });
      const before = client.getQueryData(queryKey);
      const changed = (count: number) => Math.max(0, count + (isWanted ? 1 : -1));
      client.setQueryData(
        queryKey,
        (known) => known && { isFollowing: isWanted, followerCount: changed(known.followerCount) },
      );
      showInRows(client, userId, isWanted);
      return { before };
    },
    onSuccess: (status, isWanted) => {
      client.setQueryData(queryKey, status);
      showInRows(client, userId, status.isFollowing);
      toast.good(isWanted ? peopleTexts.follow.done : peopleTexts.follow.undone);
      // Both profiles count this follow.
      for (const id of [userId, viewerId]) void client.invalidateQueries({ queryKey: queryKeys.person.profile(id) });
      void client.invalidateQueries({ queryKey: queryKeys.feed.all });
    },
    onError: (error, isWanted, context) => {
      if (!isUnauthorized(error)) {
        client.setQueryData(queryKey, context?.before);
        showInRows(client, userId, !isWanted);
      }
      const { mustSignIn, failed, undoFailed } = peopleTexts.follow;
      showFailure(client, error, isWanted ? mustSignIn.follow : mustSignIn.unfollow, {
        title: isWanted ? failed : undoFailed,
      });
    },
  });
}
