import { AccountContentHidden, AccountContentShown, type EventOf } from '@hearsay/contracts';
import { streamAggregate } from '@hearsay/event-store';

type HidingDefinition = typeof AccountContentHidden | typeof AccountContentShown;

/** All posts of one person, hidden under one removal. */
interface Hiding {
  readonly accountId: string;
  readonly isShown: boolean;
}

const evolve = (_hiding: Hiding | null, { type, data }: EventOf<HidingDefinition>): Hiding => ({
  accountId: data.accountId,
  isShown: type === AccountContentShown.type,
});

/** Key: removal id; null while there is no such hiding. */
export const hidingAggregate = streamAggregate<Hiding | null, HidingDefinition>(
  'hiding',
  [AccountContentHidden, AccountContentShown],
  () => null,
  evolve,
);
