import { ErrorBody } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import type { Answer } from './client.ts';
import { inLanes } from './lanes.ts';
import { LiveClient } from './live-client.ts';
import { moderationTable } from './permissions/moderation-table.ts';
import { peopleTable } from './permissions/people-table.ts';
import { postsTable } from './permissions/posts-table.ts';
import { actorsIn, askRow, noSession, notAllowed, type Row, type Verdict } from './permissions/rows.ts';
import { type Role, roles, type Scene, setScene } from './permissions/scene.ts';
import type { System } from './system.ts';

const rows = [...postsTable, ...peopleTable, ...moderationTable];

const verdictOf = ({ status, body }: Answer): Verdict => {
  const refused = ErrorBody.safeParse(body);
  return refused.success ? (`${status} ${refused.data.code}` as Verdict) : status;
};

export const permissions = (system: System): void => {
  let scene: Scene;
  let described: Map<string, Parameters<typeof actorsIn>[0]>;

  beforeAll(async () => {
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

  it('covers exactly the calls that the API describes', () => {
    const calls = [...described.keys()].filter((call) => call !== 'GET /ws');
    expect([...new Set(rows.map(({ call }) => call))].sort()).toEqual(calls.sort());
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
    // Rows of the moderation table remove what rows of the other tables need.
    await inLanes([...postsTable, ...peopleTable], walk);
    await inLanes(moderationTable, walk);
    expect(wrong).toEqual([]);
  });

  it('lets no person act in the name of another through any field', async () => {
    const wrong: string[] = [];
    let tried = 0;
    const walk = async (row: Row) => {
      const role = roles.find((one) => one !== 'visitor' && typeof row.verdicts[one] === 'number');
      const actors = actorsIn(described.get(row.call)!).filter((field) => role && field !== row.subject);
      for (const actor of actors) {
        tried += 1;
        const named = { [actor]: scene.idOf(role === 'fan' ? 'owner' : 'fan') };
        for (const [by, expected] of Object.entries({ [role!]: notAllowed, visitor: noSession })) {
          const verdict = verdictOf(await askRow(row, scene, role!, { by: by as Role, named }));
          if (verdict !== expected)
            wrong.push(`${row.call} ${row.when ?? ''} ${by} as ${actor}: ${verdict}, expected ${expected}`);
        }
      }
    };
    await inLanes(rows, walk);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(30);
  });

  it('opens sockets for all roles, but only in their own name and from the own page', async () => {
    const open = async (role: Role, query: string, origin?: string) => {
      const opening = LiveClient.open(system.url, scene.people[role].cookie, query, origin);
      return opening.then(
        () => 101,
        (error: Error) => Number(error.message.split(' ').at(-1)),
      );
    };
    for (const role of roles) {
      expect([role, await open(role, '')]).toEqual([role, 101]);
      const expected = role === 'visitor' ? 401 : role === 'owner' ? 101 : 403;
      expect([role, await open(role, `?userId=${scene.idOf('owner')}`)]).toEqual([role, expected]);
    }
    expect(await open('owner', '', 'https://elsewhere.example')).toBe(403);
  });
};
