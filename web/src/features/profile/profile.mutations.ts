import { FollowStatus } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { isSignedOut } from '../../shared/api/api-error.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { toast } from '../../shared/toast/toast.ts';

const texts = peopleTexts.follow;

/** True follows, false stops. Shown at once, reverted on refusal. */
export function useFollow(userId: string, viewerId: string) {
  const client = useQueryClient();
  const key = queryKeys.person.following(userId, viewerId);
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      send(FollowStatus, `/api/users/${userId}/follow`, {
        method: isWanted ? 'POST' : 'DELETE',
        body: { followerId: viewerId },
        idempotencyKey: newIdempotencyKey(),
      }),
    // A new key for each attempt is safe: following is a state, so a repeat changes nothing.
    onMutate: async (isWanted) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<FollowStatus>(key);
      client.setQueryData<FollowStatus>(
        key,
        (known) =>
          known && { isFollowing: isWanted, followerCount: Math.max(0, known.followerCount + (isWanted ? 1 : -1)) },
      );
      return { before };
    },
    onSuccess: (status, isWanted) => {
      client.setQueryData(key, status);
      toast.good(isWanted ? texts.done : texts.undone);
      void client.invalidateQueries({ queryKey: queryKeys.person.profile(userId) });
      void client.invalidateQueries({ queryKey: queryKeys.feed.all });
    },
    onError: (error, isWanted, context) => {
      if (!isSignedOut(error)) client.setQueryData(key, context?.before);
      const { mustSignIn, failed, undoFailed } = texts;
      sayFailed(client, error, isWanted ? mustSignIn.follow : mustSignIn.unfollow, {
        title: isWanted ? failed : undoFailed,
      });
    },
  });
}
