import type { BatchView } from '@hearsay/event-store';
import { describe, expect, it } from '@jest/globals';
import { payPool, waitingAggregate } from './pool.decider.js';

const context = { now: '2026-11-22T06:00:00.000Z', accountId: null };
const pool = {
  waitingIds: ['a', 'b'],
  shares: ['c', 'd'].map((entryId) => ({ entryId, sealed: 'sealed' })),
  removals: [],
};

describe('paying a pool', () => {
  it('removes the paid entries, so that a second payment in a batch is refused', () => {
    const waiting = new Map(pool.waitingIds.map((id) => [id, true]));
    const view = { state: (_aggregate: unknown, key: string) => waiting.get(key) } as unknown as BatchView;
    const { events } = payPool.decide(pool, view, context);
    for (const event of events)
      for (const { key } of event.touches ?? []) waiting.set(key, waitingAggregate.evolve(true, event));
    expect(events).toHaveLength(2);
    expect(() => payPool.decide(pool, view, context)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});
