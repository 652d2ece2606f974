import { AccountHidden, AccountShown } from '@hearsay/contracts';
import type { Slice, SliceReactor } from '@hearsay/event-store';
import { suspendFollow } from '../follows/follow.decider.js';
import type { FollowQueries } from '../follows/follow.queries.js';
import { removeReposts, repostsPerCommand, restoreReposts } from '../reposts/repost.decider.js';
import type { RepostQueries } from '../reposts/repost.queries.js';

/** In the order of the work. A place names a part and the last id done in this part. */
const parts = ['followers', 'following', 'reposts'] as const;
type Part = (typeof parts)[number];

interface HiddenAccountsQueries {
  readonly reposts: RepostQueries;
  readonly follows: FollowQueries;
  isUndone(accountId: string, revision: number): Promise<boolean>;
}

/** An undo stops a running hiding. A return always completes, because a later return restores only its own removal. */
export const hiddenAccountsReactor = ({
  reposts,
  follows,
  isUndone,
}: HiddenAccountsQueries): SliceReactor<typeof AccountHidden | typeof AccountShown> => ({
  kind: 'slice-reactor',
  name: 'hidden-accounts',
  source: 'identity',
  events: [AccountHidden, AccountShown],
  async slice({ type, data: { accountId, removalId, revision } }, after, most): Promise<Slice> {
    const isHidden = type === AccountHidden.type;
    if (isHidden && (await isUndone(accountId, revision))) return { commands: [], next: null };
    const [part, behind] = placeIn(after);
    const nextPart = parts[parts.indexOf(part) + 1];
    const next = (last: string | undefined, isFull: boolean) =>
      isFull ? `${part}:${last}` : nextPart ? `${nextPart}:` : null;
    if (part !== 'reposts') {
      const pairs = await follows.pairsOf(accountId, part, behind, most);
      const last = pairs.at(-1);
      return {
        commands: pairs.map((pair) => ({ definition: suspendFollow, input: { ...pair, accountId, isHidden } })),
        next: next(part === 'followers' ? last?.followerId : last?.followedId, pairs.length === most),
      };
    }
    const limit = Math.min(most, repostsPerCommand);
    const refs = await reposts.refs(accountId, isHidden ? null : removalId, limit, behind);
    const definition = isHidden ? removeReposts : restoreReposts;
    return {
      commands: refs.length > 0 ? [{ definition, input: { reposterId: accountId, removalId, reposts: refs } }] : [],
      next: next(refs.at(-1)?.repostId, refs.length === limit),
    };
  },
});

const placeIn = (place: string | null): [part: Part, behind: string | null] => {
  const [part, id] = (place ?? `${parts[0]}:`).split(':') as [Part, string];
  return [part, id === '' ? null : id];
};
