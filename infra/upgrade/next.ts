import assert from 'node:assert/strict';
import { queryRows, type System } from '../journeys/system.ts';
import type { Change } from './release.ts';

/** Values of the new column. The earlier release does not know the column, so its rows get the default. */
const writers = { earlier: 'the earlier release', next: 'the next release' };

/** @throws unless processes of both releases have written the new column and both versions of the event */
export const checkWriters = async (system: System): Promise<void> => {
  const versions = `select distinct schema_version as version from events where type = 'Boosted' order by version`;
  const written = await queryRows<{ version: number }>(system, 'engagement', versions);
  assert.deepEqual(
    written.map(({ version }) => version),
    [1, 2],
  );
  const text = 'select distinct revealed_by as writer from reveals order by writer';
  const rows = await queryRows<{ writer: string }>(system, 'content', text);
  assert.deepEqual(
    rows.map(({ writer }) => writer),
    Object.values(writers),
  );
};

/** A new version of an event takes two releases. The first release can read it, and the second release writes it. */
const versionOfBoosted = (writesNewest: boolean): readonly Change[] => [
  {
    file: 'libs/contracts/src/events/engagement.ts',
    from: `relayed('Boosted', boost)`,
    to: `relayed('Boosted', { ...boost, strength: integer(1) }, {
      upcasts: [(data) => ({ ...data, strength: 1 })],
      downcast: ({ strength: _, ...data }) => data,
      writesNewest: ${writesNewest},
    })`,
  },
  {
    file: 'services/engagement/src/boosts/boost.decider.ts',
    from: 'newEvent(wanted ? Boosted : Unboosted, data,',
    to: 'newEvent(wanted ? Boosted : Unboosted, { ...data, strength: 1 },',
  },
];

/** The first of the two releases. It reads the new version of the event, but still writes the old one. */
export const readerChanges = versionOfBoosted(false);

/** The next release changes an event, a column, a call and a job. Processes of both releases run side by side. */
export const nextReleaseChanges: readonly Change[] = [
  ...versionOfBoosted(true),
  {
    file: 'services/content/migrations/0999-revealed-by.expand.sql',
    from: '',
    to: `alter table reveals add column revealed_by text not null default '${writers.earlier}';\n`,
  },
  {
    file: 'services/content/src/questions/question.projection.ts',
    from: 'revealCount, revealedAt: meta.occurredAt }',
    to: `revealCount, revealedAt: meta.occurredAt, revealedBy: '${writers.next}' }`,
  },
  {
    file: 'libs/contracts/src/rpc/notification.ts',
    from: `query('unread', {}, { unread: integer(0) })`,
    to: `query('unread', { since: z.optional(Instant) }, { unread: integer(0), asOf: z.optional(Instant) })`,
  },
  {
    file: 'services/notification/src/inbox/inbox.handlers.ts',
    from: 'unread: await queries.unread(actorOf(context))',
    to: 'unread: await queries.unread(actorOf(context)), asOf: new Date().toISOString()',
  },
  {
    file: 'services/gateway/src/api/notifications.controller.ts',
    from: 'this.rpc.call(notificationRpc.unread, {}, call.context)',
    to: 'this.rpc.call(notificationRpc.unread, { since: new Date().toISOString() }, call.context)',
  },
  {
    file: 'libs/service-runtime/src/sweep-queue.ts',
    from: 'this.#queue.add(sweepJob, {}, options)',
    to: 'this.#queue.add(sweepJob, { wokenAt: Date.now() }, options)',
  },
];
