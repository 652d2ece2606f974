import { NotificationRetracted, Notified } from '@hearsay/contracts';
import type { AppendedEvent } from '@hearsay/event-store';
import { describe, expect, it } from '@jest/globals';
import { stepsOf } from './inbox.projection.js';

let version = 0;
const envelopeOf = (boost: string) => {
  version += 1;
  return {
    eventId: `event-${version}`,
    stream: `boost-act-${boost}`,
    version,
    schemaVersion: 1,
    meta: { occurredAt: '2026-11-20T10:00:00.000Z', actor: null, correlationId: null, causationId: null },
    shard: 0,
  };
};
type BoostEvent = AppendedEvent<typeof Notified | typeof NotificationRetracted>;

// Acts of boosts on a content; a content's boosts share a notification.
const notified = (content: string, boost: string): BoostEvent => ({
  ...envelopeOf(boost),
  type: Notified.type,
  data: {
    notificationId: `about-${content}`,
    recipient: { accountId: 'owner', sealed: null },
    kind: 'boost',
    type: 'boost',
    actorId: boost,
    contentType: 'question',
    contentId: content,
    questionId: null,
    level: null,
    count: 1,
    boostAct: { boostId: boost, toggle: 1 },
  },
});
const retracted = (content: string, boost: string): BoostEvent => ({
  ...envelopeOf(boost),
  type: NotificationRetracted.type,
  data: { notificationId: `about-${content}`, boostAct: { boostId: boost, toggle: 1 }, count: 0 },
});

describe('the steps of a group', () => {
  it('are one for each type where the events share no rows', () => {
    const events = [notified('a', '1'), retracted('b', '2'), notified('c', '3'), retracted('d', '4')];
    expect(stepsOf(events)).toEqual([
      [events[0], events[2]],
      [events[1], events[3]],
    ]);
  });

  it('keep the order of events about one notification', () => {
    const events = [notified('a', '1'), retracted('a', '1'), notified('a', '2'), notified('b', '3'), retracted('b', '3')];
    expect(stepsOf(events)).toEqual([[events[0], events[3]], [events[1], events[4]], [events[2]]]);
  });

  it('never put an event before an earlier one of its own rows', () => {
    const events = Array.from({ length: 300 }, (_, number) => {
      const content = `content-${(number * 7) % 5}`;
      return (number * 13) % 3 === 0 ? retracted(content, `boost-${number % 11}`) : notified(content, `boost-${number % 11}`);
    });
    const places = new Map(
      stepsOf(events)
        .flat()
        .map((step, place) => [step.eventId, place]),
    );
    expect(places.size).toBe(300);
    for (const [index, later] of events.entries()) {
      const earlier = events
        .slice(0, index)
        .filter((one) => one.data.notificationId === later.data.notificationId || one.stream === later.stream);
      for (const one of earlier) expect(places.get(one.eventId)).toBeLessThan(places.get(later.eventId)!);
    }
  });
});
