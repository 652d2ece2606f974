import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../../journeys/client.ts';
import { untilReadyAndSettled } from '../../journeys/settled.ts';
import { cpuBetween, cpuTimes, totalCpu } from '../process-cpu.ts';
import { backendNames, type System, serverPids, withDatabase } from '../whole-system.ts';
import type { Role, Subjects } from './community.ts';
import { greatActTimeoutMs } from './great-acts.ts';

interface Read {
  readonly route: string;
  readonly by: Role | 'visitor';
  readonly path: string;
}

/** Reads with small answers. The benchmark `reads` allows them the cost of a few no-ops. */
export const hasSmallAnswer = ({ route }: Read): boolean => /heard|usual|users\/search|posts|xp-today|card/.test(route);
/** Reads of files, reads of tables that the benchmark leaves empty, and second addresses of measured reads. */
export const unmeasured = /export|\/media\/|\/transcript|\/docs|\/ws$|\/uploads|\/wipes\/\{|\/notifications\/\{/;

type NamedSubjects = Omit<Subjects, 'people'> & {
  readonly people: Readonly<Record<Role, { readonly user: { readonly id: string; readonly username: string } }>>;
};

export const measuredReads = ({ people, longRoom, question, reply, podcast }: NamedSubjects): Read[] => {
  const id = (role: Role) => people[role].user.id;
  const me = id('reader');
  const table: readonly (readonly [string, Role | 'visitor', string?])[] = [
    ['/api/feed', 'visitor', '/api/feed?limit=50'],
    ['/api/feed', 'reader', '/api/feed?limit=50'],
    ['/api/feed', 'reader', '/api/feed?sortBy=trending'],
    ['/api/feed', 'reader', '/api/feed?followersOnly=true'],
    ['/api/feed', 'reader', '/api/feed?followersOnly=true&sortBy=trending'],
    ['/api/feed', 'reader', '/api/feed?followersOnly=true&sortBy=boosted'],
    ['/api/feed/nearly-heard', 'visitor'],
    ['/api/feed/nearly-heard', 'reader', '/api/feed/nearly-heard?limit=10'],
    ['/api/questions/usual', 'reader'],
    ['/api/questions/similar', 'reader', '/api/questions/similar?title=What%20would%20you%20never%20tell'],
    ['/api/search', 'visitor', '/api/search?q=what'],
    ['/api/search', 'reader', '/api/search?q=what%20never'],
    ['/api/users', 'reader'],
    ['/api/users', 'reader', '/api/users?canAsk=true'],
    ['/api/users/search', 'reader', '/api/users/search?q=per'],
    ['/api/users/search', 'reader', '/api/users/search?q=pe'],
    ['/api/users/heard', 'reader'],
    ['/api/users/username/{username}', 'visitor', `/api/users/username/${people.writer.user.username}`],
    ['/api/users/{id}', 'visitor', `/api/users/${id('writer')}`],
    ['/api/users/{id}', 'reader', `/api/users/${id('star')}`],
    ['/api/users/{id}/posts', 'reader', `/api/users/${id('writer')}/posts?kind=answer`],
    ['/api/users/{id}/posts', 'visitor', `/api/users/${id('writer')}/posts?kind=podcast`],
    ['/api/users/{id}/following-status', 'reader', `/api/users/${id('star')}/following-status`],
    ['/api/users/{id}/recent-question', 'reader', `/api/users/${id('writer')}/recent-question`],
    ['/api/users/{id}/content', 'writer', `/api/users/${id('writer')}/content`],
    ['/api/users/{id}/xp-activities', 'writer', `/api/users/${id('writer')}/xp-activities`],
    ['/api/users/{id}/xp-activities', 'writer', `/api/users/${id('writer')}/xp-activities?limit=10`],
    ['/api/users/{id}/xp-today', 'writer', `/api/users/${id('writer')}/xp-today`],
    ['/api/users/{id}/pending-questions', 'star', `/api/users/${id('star')}/pending-questions`],
    ['/api/auth/user', 'star'],
    ['/api/auth/sessions', 'star'],
    ['/api/users/{id}/podcast-feed', 'writer', `/api/users/${id('writer')}/podcast-feed`],
    ['/api/blocks', 'reader'],
    ['/api/mutes', 'reader'],
    ['/api/bookmarks', 'reader'],
    ['/api/word-rules', 'star'],
    ['/api/notifications', 'writer'],
    ['/api/notifications', 'star'],
    ['/api/notifications/unread-count', 'writer'],
    ['/api/notifications/unread-count', 'star'],
    ['/api/questions/{id}', 'visitor', `/api/questions/${longRoom}`],
    ['/api/questions/{id}', 'reader', `/api/questions/${question}`],
    ['/api/questions/{id}/discussions', 'reader', `/api/questions/${longRoom}/discussions?before=200`],
    ['/api/questions/{id}/room', 'reader', `/api/questions/${longRoom}/room?after=0`],
    ['/api/podcasts/{id}', 'reader', `/api/podcasts/${podcast}`],
    ['/api/podcasts/{id}/chapters', 'reader', `/api/podcasts/${podcast}/chapters`],
    ['/api/podcasts/{id}/card', 'visitor', `/api/podcasts/${podcast}/card`],
    ['/api/discussions/{id}', 'reader', `/api/discussions/${reply}`],
    ['/api/content/{id}', 'reader', `/api/content/${reply}`],
    ['/api/boost-status/{contentType}/{id}', 'reader', `/api/boost-status/question/${question}`],
    ['/api/repost-status/{contentType}/{id}', 'reader', `/api/repost-status/question/${question}`],
    ['/api/boost-status/{contentType}/{id}/{userId}', 'reader', `/api/boost-status/question/${question}/${me}`],
    ['/api/repost-status/{contentType}/{id}/{userId}', 'reader', `/api/repost-status/question/${question}/${me}`],
    ['/api/reports/ambassador', 'ambassador'],
    ['/api/admin/wipes', 'ambassador'],
    ['/api/admin/users/{id}/content', 'ambassador', `/api/admin/users/${id('writer')}/content`],
  ];
  return table.map(([route, by, path]) => ({ route, by, path: path ?? route }));
};

export interface ReadCost extends Read {
  /** Microseconds per call in all server processes. */
  readonly cpu: number;
  /** Pages of 8 kB that PostgreSQL touched per call. */
  readonly buffers: number;
  readonly bytes: number;
  readonly items: number;
}

const callers = 4;
const warmUpMs = 700;
const measuredMs = 2000;

/** Must run while calls continue, because PostgreSQL updates its counters only about once a second. */
const buffersOf = (system: System): Promise<number> =>
  withDatabase(system, 'content', async (client) => {
    const { rows } = await client.query<{ buffers: number }>(
      `select sum(blks_hit + blks_read)::float8 as buffers from pg_stat_database where datname like 'hearsay_%'`,
    );
    return rows[0]?.buffers ?? 0;
  });

const itemsOf = (body: object): number => [body, ...Object.values(body)].filter(Array.isArray).flat().length || 1;

const costOf = async (system: System, client: Client, read: Read): Promise<ReadCost> => {
  const answer = await client.attempt('GET', read.path);
  if (answer.status !== 200) throw new Error(`${read.path} answers ${answer.status}: ${answer.text.slice(0, 200)}`);
  const headers: Record<string, string> = client.cookie === undefined ? {} : { cookie: client.cookie };
  let calls = 0;
  let isOver = false;
  const caller = async () => {
    while (!isOver) {
      await (await fetch(system.url + read.path, { headers })).arrayBuffer();
      calls += 1;
    }
  };
  const callersDone = Promise.all(Array.from({ length: callers }, caller));
  const cpuNow = async () => cpuTimes(serverPids(system), await backendNames(system));
  const look = async () => ({ calls, cpu: await cpuNow(), buffers: await buffersOf(system) });
  await pause(warmUpMs);
  const before = await look();
  await pause(measuredMs);
  const after = await look();
  isOver = true;
  await callersDone;
  const made = Math.max(1, after.calls - before.calls);
  return {
    ...read,
    cpu: totalCpu(cpuBetween(before.cpu, after.cpu)) / made,
    buffers: (after.buffers - before.buffers) / made,
    bytes: Buffer.byteLength(answer.text),
    items: itemsOf(answer.body as object),
  };
};

export const readCosts = async (system: System, subjects: Subjects): Promise<ReadCost[]> => {
  const reads = measuredReads(subjects);
  const people = { ...subjects.people, visitor: new Client(system) };
  await untilReadyAndSettled(system, greatActTimeoutMs);
  const costs: ReadCost[] = [];
  for (const read of reads) costs.push(await costOf(system, people[read.by], read));
  return costs;
};
