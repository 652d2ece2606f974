import assert from 'node:assert/strict';
import { rowsOf, type System } from '../journeys/system.ts';
import type { Change } from './release.ts';

/** Values of the new column: its default, and that of the next release. */
const writers = { earlier: 'the earlier release', next: 'the next release' };

/** @throws unless processes of both releases have written the new column */
export const checkWriters = async (system: System): Promise<void> => {
  const text = 'select distinct revealed_by as writer from reveals order by writer';
  const rows = await rowsOf<{ writer: string }>(system, 'content', text);
  assert.deepEqual(
    rows.map(({ writer }) => writer),
    Object.values(writers),
  );
};

/** The next release changes a column, a call and a job. Processes of both releases run side by side. */
export const nextChanges: readonly Change[] = [
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
