import {
  ActNotified,
  type EventData,
  LevelNotified,
  OpeningNotified,
  type Owner,
  RevealNotified,
} from '@hearsay/contracts';
import { type CommandDefinition, type NewEvent, newEvent } from '@hearsay/event-store';
import { inboxAggregate, singleNoticeAggregate } from '../inbox/inbox.aggregates.js';
import { bellMessagesFor, type Recipient } from '../inbox/inbox-keys.js';

interface NotifyOnce {
  /** A permanent claim. Only one command gets it, so a deleted notification is not made again. */
  readonly claim: string;
  readonly notificationId: string;
  readonly recipient: Recipient;
  /** True for the recipient's own act or anonymous question. Such an act makes a hidden row and no bell. */
  readonly isOwn?: boolean;
}

export interface NotifyReveal extends NotifyOnce {
  readonly questionId: string;
}

export interface NotifyOpening
  extends NotifyOnce,
    Pick<EventData<typeof OpeningNotified>, 'questionId' | 'questionOwner' | 'boosts'> {
  readonly isWatcher: boolean;
}

export interface NotifyLevel extends NotifyOnce {
  readonly level: number;
}

type Numbered = { readonly recipient: Owner; readonly notificationId: string; readonly number: number };

export interface NotifyAct extends NotifyOnce, Omit<EventData<typeof ActNotified>, keyof Numbered> {}

const envelopeOf = ({ notificationId, recipient }: NotifyOnce) => ({
  aggregate: singleNoticeAggregate,
  key: notificationId,
  touches: [{ aggregate: inboxAggregate, key: recipient.inbox }],
});

const notifyOnceCommand = <
  Input extends NotifyOnce,
  D extends typeof RevealNotified | typeof OpeningNotified | typeof LevelNotified | typeof ActNotified,
>(
  type: string,
  eventOf: (input: Input, numbered: Numbered) => NewEvent<D>,
): CommandDefinition<Input, void, D> => ({
  type,
  plan: ({ claim, notificationId, recipient }) => ({
    aggregates: { [inboxAggregate.name]: [recipient.inbox], [singleNoticeAggregate.name]: [notificationId] },
    claims: [claim],
  }),
  decide(input, view) {
    const { claim, notificationId, recipient, isOwn } = input;
    if (!view.holds(claim)) return { events: [], result: undefined };
    const number = view.state(inboxAggregate, recipient.inbox).lastNumber + 1;
    return {
      events: [eventOf(input, { recipient: recipient.owner, notificationId, number })],
      live: isOwn ? [] : bellMessagesFor(recipient),
      result: undefined,
    };
  },
});

export const notifyReveal = notifyOnceCommand('notify-reveal', (input: NotifyReveal, numbered) =>
  newEvent(RevealNotified, { ...numbered, questionId: input.questionId }, envelopeOf(input)),
);

export const notifyOpening = notifyOnceCommand('notify-opening', (input: NotifyOpening, numbered) => {
  const { questionId, questionOwner, boosts, isWatcher } = input;
  const opening = { questionId, questionOwner, boosts, ...(isWatcher && { isWatcher }) };
  return newEvent(OpeningNotified, { ...numbered, ...opening }, envelopeOf(input));
});

export const notifyLevel = notifyOnceCommand('notify-level', (input: NotifyLevel, numbered) =>
  newEvent(LevelNotified, { ...numbered, level: input.level }, envelopeOf(input)),
);

export const notifyAct = notifyOnceCommand('notify-act', (input: NotifyAct, numbered) => {
  const { claim: _, recipient, isOwn: _isOwn, ...act } = input;
  return newEvent(ActNotified, { ...act, ...numbered }, envelopeOf(input));
});
