import { AccountHidden, AccountShown } from '@hearsay/contracts';
import type { Slice, SliceReactor } from '@hearsay/event-store';
import { suspendFollow } from '../follows/follow.decider.js';
import type { FollowQueries } from '../follows/follow.queries.js';
import { maxRepostsPerCommand, removeReposts, restoreReposts } from '../reposts/repost.decider.js';
import type { RepostQueries } from '../reposts/repost.queries.js';

/** Parts of the work, in order. A slice ends at `PART:ID`: its part, and the last id of this part that is done. */
const workParts = ['followers', 'following', 'reposts'] as const;
type WorkPart = (typeof workParts)[number];

interface HiddenAccountsQueries {
  readonly reposts: RepostQueries;
  readonly follows: FollowQueries;
  isHidingUndone(accountId: string, revision: number): Promise<boolean>;
}

/**
 * Hides or restores follows and reposts of an account. If a hiding is undone, its remaining slices do nothing. A
 * restoration always runs to its end, because no later restoration restores reposts that this removal has hidden.
 */
export const hiddenAccountsReactor = ({
  reposts,
  follows,
  isHidingUndone: isUndone,
}: HiddenAccountsQueries): SliceReactor<typeof AccountHidden | typeof AccountShown> => ({
  kind: 'slice-reactor',
  name: 'hidden-accounts',
  source: 'identity',
  events: [AccountHidden, AccountShown],
  async slice({ type, data: { accountId, removalId, revision } }, after, most): Promise<Slice> {
    const isHidden = type === AccountHidden.type;
    if (isHidden && (await isUndone(accountId, revision))) return { commands: [], next: null };
    const [part, behind] = decodePlace(after);
    const nextPart = workParts[workParts.indexOf(part) + 1];
    const next = (last: string | undefined, isFull: boolean) =>
      isFull ? `${part}:${last}` : nextPart ? `${nextPart}:` : null;
    if (part !== 'reposts') {
      const pairs = await follows.followPairsOf(accountId, part, behind, most);
      const last = pairs.at(-1);
      return {
        commands: pairs.map((pair) => ({ definition: suspendFollow, input: { ...pair, accountId, isHidden } })),
        next: next(part === 'followers' ? last?.followerId : last?.followedId, pairs.length === most),
      };
    }
    const limit = Math.min(most, maxRepostsPerCommand);
    const refs = await reposts.repostRefs(accountId, isHidden ? null : removalId, limit, behind);
    const definition = isHidden ? removeReposts : restoreReposts;
    return {
      commands: refs.length > 0 ? [{ definition, input: { reposterId: accountId, removalId, reposts: refs } }] : [],
      next: next(refs.at(-1)?.repostId, refs.length === limit),
    };
  },
});

const decodePlace = (place: string | null): [part: WorkPart, behind: string | null] => {
  const [part, id] = (place ?? `${workParts[0]}:`).split(':') as [WorkPart, string];
  return [part, id === '' ? null : id];
};
