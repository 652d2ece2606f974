import {
  type gamificationRpc,
  Refusal,
  type RpcParsed,
  XpEarned,
  XpGranted,
  XpRestored,
  XpReversed,
} from '@hearsay/contracts';
import {
  appendOnlyAggregate,
  type CommandDefinition,
  type NewEvent,
  newEvent,
  rowAggregate,
  rowsCommand,
} from '@hearsay/event-store';
import type { DeferredXpRow, RecomputedDay } from '../deferred-xp/deferral.js';
import { dayOf } from '../earned-days.js';
import { wakeLevels } from '../levels/level.decider.js';
import type { LevelCheck } from '../levels/level.sql.js';
import { type Earning, loadPostXp } from './ledger.sql.js';

export const xpEntryAggregate = appendOnlyAggregate('xp', [XpEarned, XpGranted]);

/** The stream of a post holds the reversals and restorations of its XP. */
export const postAggregate = rowAggregate('post', [XpEarned, XpReversed, XpRestored], loadPostXp, (post, event) =>
  event.type === XpEarned.type
    ? { ...post, entries: [...post.entries, event.data] }
    : { ...post, isReversed: event.type === XpReversed.type },
);

const earnedXpOf = (
  earning: Earning,
  now: string,
): { readonly event: NewEvent<typeof XpEarned>; readonly check: LevelCheck } => ({
  event: newEvent(
    XpEarned,
    { ...earning, day: dayOf(now) },
    {
      aggregate: xpEntryAggregate,
      key: earning.entryId,
      ...(earning.contentId !== null && { touches: [{ aggregate: postAggregate, key: earning.contentId }] }),
    },
  ),
  check: { accountId: earning.accountId, at: now },
});

export interface EarnXp extends Earning {
  readonly claim: string;
  /** A waiting row with amount 0. The next pool then computes the day again, because named posts use the cap first. */
  readonly waiting: DeferredXpRow;
}

export const earnXp: CommandDefinition<EarnXp, void, typeof XpEarned> = {
  type: 'earn-xp',
  plan: ({ claim, entryId, contentId }) => ({
    aggregates: {
      [xpEntryAggregate.name]: [entryId],
      ...(contentId !== null && { [postAggregate.name]: [contentId] }),
    },
    claims: [claim],
  }),
  decide({ claim, waiting, ...earning }, view, { now }) {
    if (!view.holds(claim)) return { events: [], result: undefined };
    const { event, check } = earnedXpOf(earning, now);
    return {
      events: [event],
      rows: { levelChecks: [check], waiting: [waiting] },
      live: [wakeLevels],
      result: undefined,
    };
  },
};

export interface SetXpReversed {
  readonly contentId: string;
  /** The wanted state. False restores the XP. */
  readonly isReversed: boolean;
  readonly revision: number;
  /** When the days of these entries are computed again. */
  readonly dueAt: string;
}

/** Reverses or restores the author's XP of a post. The XP of boosters stays. */
export const setXpReversed: CommandDefinition<SetXpReversed, void, typeof XpReversed | typeof XpRestored> = {
  type: 'reverse-xp',
  plan: ({ contentId }) => ({ aggregates: { [postAggregate.name]: [contentId] } }),
  decide({ contentId, isReversed, revision, dueAt }, view, { now }) {
    const post = view.state(postAggregate, contentId);
    if (post.isReversed === isReversed || post.entries.length === 0) return { events: [], result: undefined };
    const definition = isReversed ? XpReversed : XpRestored;
    const weighed = post.entries.map(({ accountId, rule, day }): RecomputedDay => ({ accountId, rule, day, dueAt }));
    return {
      events: post.entries.flatMap(({ entryId, accountId, rule, amount, day, contentType }) =>
        contentType === null
          ? []
          : [
              newEvent(
                definition,
                { entryId, accountId, rule, amount, day, contentType, contentId, revision },
                { aggregate: postAggregate, key: contentId },
              ),
            ],
      ),
      rows: { levelChecks: post.entries.map(({ accountId }) => ({ accountId, at: now })), weighed },
      live: [wakeLevels],
      result: undefined,
    };
  },
};

type GrantXp = RpcParsed<typeof gamificationRpc.grantXp> & { readonly entryId: string };

/** Stores the reason as a row, not in the event, so that it can be erased. */
export const grantXp: CommandDefinition<GrantXp, Record<string, never>, typeof XpEarned | typeof XpGranted> = {
  type: 'grant-xp',
  plan: ({ entryId }) => ({ aggregates: { [xpEntryAggregate.name]: [entryId] } }),
  decide({ entryId, accountId, amount, reason }, _view, { now }) {
    if (amount === 0)
      throw new Refusal('invalid_input', undefined, { fields: { amount: 'A grant of 0 changes nothing' } });
    const { event, check } = earnedXpOf(
      { entryId, accountId, rule: 'operator-grant', amount, contentType: null, contentId: null },
      now,
    );
    const granted = newEvent(XpGranted, { entryId, accountId, amount }, { aggregate: xpEntryAggregate, key: entryId });
    return {
      events: [event, granted],
      rows: { grants: [{ entryId, reason, grantedAt: now }], levelChecks: [check] },
      live: [wakeLevels],
      result: {},
    };
  },
};

/** Deletes the reasons of an erased account's grants. The account's XP stays. */
export const forgetGrantReasons = rowsCommand('forget-reasons', (account: { readonly accountId: string }) => ({
  forgottenReasons: [account],
}));
