import { AccountContentHidden, AccountContentShown, type EventOf, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, type LiveMessage, newEvent, streamAggregate } from '@hearsay/event-store';
import { deletionAggregate } from '../authors/deletion.decider.js';

type HidingDefinition = typeof AccountContentHidden | typeof AccountContentShown;

interface Hiding {
  readonly accountId: string;
  readonly isShown: boolean;
}

const evolve = (_hiding: Hiding | null, { type, data }: EventOf<HidingDefinition>): Hiding => ({
  accountId: data.accountId,
  isShown: type === AccountContentShown.type,
});

export const hidingAggregate = streamAggregate<Hiding | null, HidingDefinition>(
  'hiding',
  [AccountContentHidden, AccountContentShown],
  () => null,
  evolve,
);

interface HideContent {
  readonly removalId: string;
  readonly accountId: string;
  readonly cause: 'wipe' | 'account';
  readonly total: number;
  /** The sealed plan for anonymous posts of a deleted account. Null for a wipe, which does not change them. */
  readonly plan: string | null;
  readonly isChosen: boolean;
}

interface ShowContent {
  readonly removalId: string;
  readonly accountId: string;
}

const planOf = ({ removalId }: { readonly removalId: string }) => ({
  aggregates: { [hidingAggregate.name]: [removalId] },
});

/** A message on this subject starts the sweep of hidings. */
export const hidingsWakeSubject = 'jobs.content.due';
const wakeHidings: LiveMessage = { subject: hidingsWakeSubject, data: {}, isLatestOnly: true };

/** From the commit of this command on, reads leave out all named posts that the person has made before. */
export const hideContent: CommandDefinition<HideContent, Record<string, never>, typeof AccountContentHidden> = {
  type: 'hide-content',

  plan(hide) {
    const { aggregates } = planOf(hide);
    return {
      aggregates: hide.cause === 'account' ? { ...aggregates, [deletionAggregate.name]: [hide.accountId] } : aggregates,
    };
  },

  decide({ removalId, accountId, cause, total, plan, isChosen }, view, { now }) {
    const known = view.state(hidingAggregate, removalId);
    if (known) {
      // A failed deletion may be repeated with another choice.
      const isReplaced = isChosen && plan !== null && !known.isShown;
      const rows: Record<string, object[]> = isReplaced ? { plans: [{ removalId, anonymousPlan: plan }] } : {};
      return { events: [], rows, result: {} };
    }
    const touches = cause === 'account' ? [{ aggregate: deletionAggregate, key: accountId }] : [];
    // A deleted account's posts are hidden regardless of their times.
    const hiddenAt = cause === 'account' ? 'infinity' : now;
    return {
      events: [
        newEvent(
          AccountContentHidden,
          { accountId, removalId, cause },
          { aggregate: hidingAggregate, key: removalId, touches },
        ),
      ],
      rows: { hidings: [{ removalId, accountId, cause, total, hiddenAt, anonymousPlan: plan, begunAt: now }] },
      live: [wakeHidings],
      result: {},
    };
  },
};

/** Undoes one hiding. Posts that another hiding covers stay hidden. */
export const showContent: CommandDefinition<ShowContent, Record<string, never>, typeof AccountContentShown> = {
  type: 'show-content',
  plan: planOf,

  decide({ removalId, accountId }, view) {
    const hiding = view.state(hidingAggregate, removalId);
    if (!hiding) throw new Refusal('not_found');
    if (hiding.isShown) return { events: [], result: {} };
    return {
      events: [newEvent(AccountContentShown, { accountId, removalId }, { aggregate: hidingAggregate, key: removalId })],
      rows: { shown: [{ removalId }] },
      live: [wakeHidings],
      result: {},
    };
  },
};

/**
 * Makes the author of anonymous posts untraceable, and hides named posts that were made since the hiding. Erases word
 * rules.
 */
export const eraseAuthor: CommandDefinition<ShowContent, Record<string, never>> = {
  type: 'erase-author',
  plan: () => ({ aggregates: {} }),
  decide: ({ removalId, accountId }, _view, { now }) => ({
    events: [],
    rows: {
      erasedAuthors: [{ removalId, accountId, erasedAt: now } satisfies ErasedAuthorRow],
      erasedWordRules: [{ accountId }],
    },
    live: [wakeHidings],
    result: {},
  }),
};

export interface ErasedAuthorRow extends ShowContent {
  readonly erasedAt: string;
}
