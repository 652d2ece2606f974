import { AccountContentHidden, AccountContentShown, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { dueSubject, hidingJob } from '../due-work.js';
import { hidingAggregate } from './hiding.aggregates.js';

interface Hide {
  readonly removalId: string;
  readonly accountId: string;
  readonly cause: 'wipe' | 'account';
  /** How many named posts there are. */
  readonly total: number;
}

interface Show {
  readonly removalId: string;
  readonly accountId: string;
}

const planOf = ({ removalId }: { readonly removalId: string }) => ({ aggregates: { [hidingAggregate.name]: [removalId] } });
const wake = (removalId: string, isShown: boolean, now: string) => [{ subject: dueSubject, data: hidingJob(removalId, isShown, now) }];

/** From its commit on no read shows what this person has posted by name until now. */
export const hideContent: CommandDefinition<Hide, Record<string, never>, typeof AccountContentHidden> = {
  type: 'hide-content',
  plan: planOf,

  decide({ removalId, accountId, cause, total }, view, { now }) {
    if (view.state(hidingAggregate, removalId)) return { events: [], result: {} };
    return {
      events: [
        newEvent(
          AccountContentHidden,
          { accountId, removalId, cause },
          { aggregate: hidingAggregate, key: removalId, routingId: removalId },
        ),
      ],
      rows: { hidings: [{ removalId, accountId, cause, total, hiddenAt: now }] },
      live: wake(removalId, false, now),
      result: {},
    };
  },
};

/** Takes one hiding back; what another one has hidden stays away. */
export const showContent: CommandDefinition<Show, Record<string, never>, typeof AccountContentShown> = {
  type: 'show-content',
  plan: planOf,

  decide({ removalId, accountId }, view, { now }) {
    const hiding = view.state(hidingAggregate, removalId);
    if (!hiding) throw new Refusal('not_found');
    if (hiding.isShown) return { events: [], result: {} };
    return {
      events: [
        newEvent(AccountContentShown, { accountId, removalId }, { aggregate: hidingAggregate, key: removalId, routingId: removalId }),
      ],
      rows: { shown: [{ removalId }] },
      live: wake(removalId, true, now),
      result: {},
    };
  },
};
