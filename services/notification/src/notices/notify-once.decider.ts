import { ActNotified, type EventData, LevelNotified, RevealNotified } from '@hearsay/contracts';
import { type BatchView, type CommandDefinition, type Decision, type NewEvent, newEvent } from '@hearsay/event-store';
import { inboxAggregate, singleAggregate } from '../inbox/inbox.aggregates.js';
import { bellOf, type Recipient } from '../inbox/inbox-keys.js';

interface Once {
  /** Permanent: one notification per claim, even after its deletion. */
  readonly claim: string;
  readonly notificationId: string;
  readonly recipient: Recipient;
}

export interface NotifyReveal extends Once {
  readonly questionId: string;
}

export interface NotifyLevel extends Once {
  readonly level: number;
}

export interface NotifyAct
  extends Once,
    Omit<EventData<typeof ActNotified>, 'recipient' | 'notificationId' | 'number'> {}

const planOf = ({ claim, notificationId, recipient }: Once) => ({
  aggregates: { [inboxAggregate.name]: [recipient.inbox], [singleAggregate.name]: [notificationId] },
  claims: [claim],
});

const decideOnce = <D extends typeof RevealNotified | typeof LevelNotified | typeof ActNotified>(
  { claim, recipient }: Once,
  view: BatchView,
  eventOf: (number: number) => NewEvent<D>,
): Decision<void, D> => {
  if (!view.holds(claim)) return { events: [], result: undefined };
  return {
    events: [eventOf(view.state(inboxAggregate, recipient.inbox).lastNumber + 1)],
    live: bellOf(recipient),
    result: undefined,
  };
};

const envelopeOf = ({ notificationId, recipient }: Once, routingId: string) => ({
  aggregate: singleAggregate,
  key: notificationId,
  touches: [{ aggregate: inboxAggregate, key: recipient.inbox }],
  routingId,
});

export const notifyReveal: CommandDefinition<NotifyReveal, void, typeof RevealNotified> = {
  type: 'notify-reveal',
  plan: planOf,
  decide: (input, view) =>
    decideOnce(input, view, (number) => {
      const { recipient, questionId, notificationId } = input;
      return newEvent(
        RevealNotified,
        { recipient: recipient.owner, questionId, notificationId, number },
        envelopeOf(input, questionId),
      );
    }),
};

export const notifyLevel: CommandDefinition<NotifyLevel, void, typeof LevelNotified> = {
  type: 'notify-level',
  plan: planOf,
  decide: (input, view) =>
    decideOnce(input, view, (number) => {
      const { recipient, level, notificationId } = input;
      const data = { recipient: recipient.owner, level, notificationId, number };
      return newEvent(LevelNotified, data, envelopeOf(input, recipient.personId));
    }),
};

/** An anonymous author's own act is recorded and hidden, without a live message. */
export const notifyAct: CommandDefinition<NotifyAct, void, typeof ActNotified> = {
  type: 'notify-act',
  plan: planOf,
  decide(input, view) {
    const { claim: _, recipient, ...act } = input;
    const routingId = act.questionId ?? act.contentId ?? recipient.personId;
    const decision = decideOnce(input, view, (number) =>
      newEvent(ActNotified, { ...act, recipient: recipient.owner, number }, envelopeOf(input, routingId)),
    );
    return act.actorId === recipient.personId ? { ...decision, live: [] } : decision;
  },
};
