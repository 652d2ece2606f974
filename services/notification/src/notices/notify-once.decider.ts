import {
  ActNotified,
  type EventData,
  LevelNotified,
  OpeningNotified,
  type Owner,
  RevealNotified,
} from '@hearsay/contracts';
import { type CommandDefinition, type NewEvent, newEvent } from '@hearsay/event-store';
import { inboxAggregate, singleAggregate } from '../inbox/inbox.aggregates.js';
import { bellOf, type Recipient } from '../inbox/inbox-keys.js';

interface Once {
  /** Permanent: one notification per claim, even after its deletion. */
  readonly claim: string;
  readonly notificationId: string;
  readonly recipient: Recipient;
  /** The recipient's own act, or their anonymous question. It is recorded and hidden, without a live message. */
  readonly isOwn?: boolean;
}

export interface NotifyReveal extends Once {
  readonly questionId: string;
}

export interface NotifyOpening
  extends Once,
    Pick<EventData<typeof OpeningNotified>, 'questionId' | 'questionOwner' | 'boosts'> {
  readonly isWatcher: boolean;
}

export interface NotifyLevel extends Once {
  readonly level: number;
}

type Numbered = { readonly recipient: Owner; readonly notificationId: string; readonly number: number };

export interface NotifyAct extends Once, Omit<EventData<typeof ActNotified>, keyof Numbered> {}

const envelopeOf = ({ notificationId, recipient }: Once) => ({
  aggregate: singleAggregate,
  key: notificationId,
  touches: [{ aggregate: inboxAggregate, key: recipient.inbox }],
});

const notifyingOnceAs = <
  Input extends Once,
  D extends typeof RevealNotified | typeof OpeningNotified | typeof LevelNotified | typeof ActNotified,
>(
  type: string,
  eventOf: (input: Input, numbered: Numbered) => NewEvent<D>,
): CommandDefinition<Input, void, D> => ({
  type,
  plan: ({ claim, notificationId, recipient }) => ({
    aggregates: { [inboxAggregate.name]: [recipient.inbox], [singleAggregate.name]: [notificationId] },
    claims: [claim],
  }),
  decide(input, view) {
    const { claim, notificationId, recipient, isOwn } = input;
    if (!view.holds(claim)) return { events: [], result: undefined };
    const number = view.state(inboxAggregate, recipient.inbox).lastNumber + 1;
    return {
      events: [eventOf(input, { recipient: recipient.owner, notificationId, number })],
      live: isOwn ? [] : bellOf(recipient),
      result: undefined,
    };
  },
});

export const notifyReveal = notifyingOnceAs('notify-reveal', (input: NotifyReveal, numbered) =>
  newEvent(RevealNotified, { ...numbered, questionId: input.questionId }, envelopeOf(input)),
);

export const notifyOpening = notifyingOnceAs('notify-opening', (input: NotifyOpening, numbered) => {
  const { questionId, questionOwner, boosts, isWatcher } = input;
  const opening = { questionId, questionOwner, boosts, ...(isWatcher && { isWatcher }) };
  return newEvent(OpeningNotified, { ...numbered, ...opening }, envelopeOf(input));
});

export const notifyLevel = notifyingOnceAs('notify-level', (input: NotifyLevel, numbered) =>
  newEvent(LevelNotified, { ...numbered, level: input.level }, envelopeOf(input)),
);

export const notifyAct = notifyingOnceAs('notify-act', (input: NotifyAct, numbered) => {
  const { claim: _, recipient, isOwn: _isOwn, ...act } = input;
  return newEvent(ActNotified, { ...act, ...numbered }, envelopeOf(input));
});
