import { ErrorBody } from '@hearsay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import type { Answer } from './client.ts';
import { inLanes } from './lanes.ts';
import { moderationTable } from './permissions/moderation-table.ts';
import { peopleTable } from './permissions/people-table.ts';
import { postsTable } from './permissions/posts-table.ts';
import { actorsIn, askRow, noSession, notAllowed, type Row, type Verdict } from './permissions/rows.ts';
import { type Role, roles, type Scene, setScene } from './permissions/scene.ts';
import { type System, startJourney } from './system.ts';

const rows = [...postsTable, ...peopleTable, ...moderationTable];

const verdictOf = ({ status, body }: Answer): Verdict => {
  const refused = ErrorBody.safeParse(body);
  return refused.success ? (`${status} ${refused.data.code}` as Verdict) : status;
};

describe('the table of permissions', () => {
  let system: System;
  let scene: Scene;
  let described: Map<string, Parameters<typeof actorsIn>[0]>;

  beforeAll(async () => {
    system = await startJourney();
    scene = await setScene(system);
    const { paths } = await scene.people.visitor.get<{
      paths: Record<string, Record<string, Parameters<typeof actorsIn>[0]>>;
    }>('/api/docs-json');
    described = new Map(
      Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
    );
  });

  afterAll(() => system?.stop());

  it('covers exactly the calls that the API describes', () => {
    const calls = [...described.keys()].filter((call) => call !== 'GET /ws');
    expect([...new Set(rows.map(({ call }) => call))].sort()).toEqual(calls.sort());
  });

  it('covers every field that names the actor', () => {
    const walked = (call: string) =>
      new Set(rows.filter((row) => row.call === call).flatMap(({ actor, subject }) => [actor, subject]));
    const forgotten = [...described].flatMap(([call, operation]) =>
      call === 'GET /ws'
        ? []
        : actorsIn(operation)
            .filter((actor) => !walked(call).has(actor))
            .map((actor) => `${call} ${actor}`),
    );
    expect(forgotten).toEqual([]);
  });

  it("matches the server's status and code for every role", async () => {
    const wrong: string[] = [];
    const walk = async (row: Row) => {
      for (const role of roles) {
        const answer = await askRow(row, scene, role);
        const verdict = verdictOf(answer);
        if (verdict === row.verdicts[role]) continue;
        const what = [row.call, row.when, role].filter(Boolean).join(', ');
        wrong.push(`${what}: ${verdict}, expected ${row.verdicts[role]} (${answer.text.slice(0, 120)})`);
      }
    };
    // The last table's rows end what the others need.
    await inLanes([...postsTable, ...peopleTable], walk);
    await inLanes(moderationTable, walk);
    expect(wrong).toEqual([]);
  });

  it('lets no person act in the name of another through any field', async () => {
    const wrong: string[] = [];
    const walk = async (row: Row) => {
      if (!row.actor) return;
      const role = roles.find((one) => one !== 'visitor' && typeof row.verdicts[one] === 'number')!;
      const named = { [row.actor]: scene.idOf(role === 'fan' ? 'owner' : 'fan') };
      for (const [by, expected] of Object.entries({ [role]: notAllowed, visitor: noSession })) {
        const verdict = verdictOf(await askRow(row, scene, role, { by: by as Role, named }));
        if (verdict !== expected)
          wrong.push(`${row.call} ${row.when ?? ''} ${by} as ${row.actor}: ${verdict}, expected ${expected}`);
      }
    };
    await inLanes(rows, walk);
    expect(wrong).toEqual([]);
  });

  it('opens sockets for all roles, but only in their own name', async () => {
    const open = (role: Role, query: string) =>
      new Promise<number | undefined>((resolve) => {
        const { cookie } = scene.people[role];
        const socket = new WebSocket(`${system.url.replace('http', 'ws')}/ws${query}`, {
          headers: cookie === undefined ? {} : { cookie },
        });
        socket.once('open', () => {
          socket.close();
          resolve(101);
        });
        socket.once('unexpected-response', (request, response) => {
          request.destroy();
          resolve(response.statusCode);
        });
        socket.on('error', () => undefined);
      });
    for (const role of roles) {
      expect([role, await open(role, '')]).toEqual([role, 101]);
      const expected = role === 'visitor' ? 401 : role === 'owner' ? 101 : 403;
      expect([role, await open(role, `?userId=${scene.idOf('owner')}`)]).toEqual([role, expected]);
    }
  });
});
