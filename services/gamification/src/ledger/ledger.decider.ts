import { Refusal, XpEarned, XpGranted, XpRestored, XpReversed } from '@hearsay/contracts';
import {
  type AggregateDefinition,
  type CommandDefinition,
  type Loaded,
  type NewEvent,
  newEvent,
} from '@hearsay/event-store';
import type { WaitingRow, WeighedDay } from '../deferred-xp/deferral.js';
import { dayOf } from '../earned-days.js';
import { wakeLevels } from '../levels/level.decider.js';
import type { LevelCheck } from '../levels/level.sql.js';
import { type Earning, type GrantRow, loadPosts, type Post } from './ledger.sql.js';

/** Key: entry id. An entry's stream is written once, and nothing is decided on an entry that exists. */
export const entryAggregate: AggregateDefinition<null, typeof XpEarned | typeof XpGranted> = {
  name: 'xp',
  events: [XpEarned, XpGranted],
  evolve: (state) => state,
  load: async (_tx, keys) => new Map<string, Loaded<null>>(keys.map((key) => [key, { version: 0, state: null }])),
  sendsAtOnce: true,
};

/** Key: content id. Its stream holds the reversals of what the content earned. */
export const postAggregate: AggregateDefinition<Post, typeof XpEarned | typeof XpReversed | typeof XpRestored> = {
  name: 'post',
  events: [XpEarned, XpReversed, XpRestored],
  evolve: (post, event) =>
    event.type === XpEarned.type
      ? { ...post, entries: [...post.entries, event.data] }
      : { ...post, isReversed: event.type === XpReversed.type },
  load: loadPosts,
  sendsAtOnce: true,
};

/** The fact that something was earned at this instant, and that the person's level is to be looked at. */
const earned = (
  earning: Earning,
  now: string,
): { readonly event: NewEvent<typeof XpEarned>; readonly check: LevelCheck } => ({
  event: newEvent(
    XpEarned,
    { ...earning, day: dayOf(now) },
    {
      aggregate: entryAggregate,
      key: earning.entryId,
      routingId: earning.accountId,
      ...(earning.contentId !== null && { touches: [{ aggregate: postAggregate, key: earning.contentId }] }),
    },
  ),
  check: { accountId: earning.accountId, at: now },
});

export interface EarnXp extends Earning {
  readonly claim: string;
  /** Has the next pool weigh the day again: named and anonymous posts share its cap, and the anonymous ones yield. */
  readonly waiting: WaitingRow;
}

/** A named post earns once, under a permanent claim. */
export const earnXp: CommandDefinition<EarnXp, void, typeof XpEarned> = {
  type: 'earn-xp',
  plan: ({ claim, entryId, contentId }) => ({
    aggregates: { [entryAggregate.name]: [entryId], ...(contentId !== null && { [postAggregate.name]: [contentId] }) },
    claims: [claim],
  }),
  decide({ claim, waiting, ...earning }, view, { now }) {
    if (!view.holds(claim)) return { events: [], result: undefined };
    const { event, check } = earned(earning, now);
    return {
      events: [event],
      rows: { levelChecks: [check], waiting: [waiting] },
      live: [wakeLevels],
      result: undefined,
    };
  },
};

export interface ReverseXp {
  readonly contentId: string;
  readonly isReversed: boolean;
  /** Of the content's removal or return. */
  readonly revision: number;
  /** Instant of the next pool: it weighs the days again, as after `earnXp`. */
  readonly dueAt: string;
}

/** What named content earned counts no more once it is removed, and again when it is back. What others earned by it stays. */
export const reverseXp: CommandDefinition<ReverseXp, void, typeof XpReversed | typeof XpRestored> = {
  type: 'reverse-xp',
  plan: ({ contentId }) => ({ aggregates: { [postAggregate.name]: [contentId] } }),
  decide({ contentId, isReversed, revision, dueAt }, view, { now }) {
    const post = view.state(postAggregate, contentId);
    if (post.isReversed === isReversed || post.entries.length === 0) return { events: [], result: undefined };
    const definition = isReversed ? XpReversed : XpRestored;
    const weighed = post.entries.map(({ accountId, rule, day }): WeighedDay => ({ accountId, rule, day, dueAt }));
    return {
      events: post.entries.flatMap(({ entryId, accountId, rule, amount, day, contentType }) =>
        contentType === null
          ? []
          : [
              newEvent(
                definition,
                { entryId, accountId, rule, amount, day, contentType, contentId, revision },
                { aggregate: postAggregate, key: contentId, routingId: accountId },
              ),
            ],
      ),
      rows: { levelChecks: post.entries.map(({ accountId }) => ({ accountId, at: now })), weighed },
      live: [wakeLevels],
      result: undefined,
    };
  },
};

export interface GrantXp {
  readonly entryId: string;
  readonly accountId: string;
  /** Negative takes away. */
  readonly amount: number;
  readonly reason: string;
}

/** A ledger entry by an operator. The reason is kept apart from the log, for the audit. */
export const grantXp: CommandDefinition<GrantXp, Record<string, never>, typeof XpEarned | typeof XpGranted> = {
  type: 'grant-xp',
  plan: ({ entryId }) => ({ aggregates: { [entryAggregate.name]: [entryId] } }),
  decide({ entryId, accountId, amount, reason }, _view, { now }) {
    if (amount === 0)
      throw new Refusal('invalid_input', undefined, { fields: { amount: 'A grant of 0 changes nothing' } });
    const grant: GrantRow = { entryId, reason, grantedAt: now };
    const { event, check } = earned(
      { entryId, accountId, rule: 'operator-grant', amount, contentType: null, contentId: null },
      now,
    );
    const granted = newEvent(
      XpGranted,
      { entryId, accountId, amount },
      { aggregate: entryAggregate, key: entryId, routingId: accountId },
    );
    return {
      events: [event, granted],
      rows: { grants: [grant], levelChecks: [check] },
      live: [wakeLevels],
      result: {},
    };
  },
};
