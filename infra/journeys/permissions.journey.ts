import { ErrorBody } from '@hearsay/contracts';
import { LiveClient } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { Answer } from './client.ts';
import { callsOf, type Document, type InputField, inputsOf, valuesAtBounds } from './description/document.ts';
import { forEachInParallel } from './for-each-in-parallel.ts';
import { moderationTable } from './permissions/moderation-table.ts';
import { peopleTable } from './permissions/people-table.ts';
import { postsTable } from './permissions/posts-table.ts';
import { callRow, noSession, notAllowed, notFound, type Row, type Verdict } from './permissions/rows.ts';
import { prepareScene, type Role, roles, type Scene } from './permissions/scene.ts';
import type { System } from './system.ts';

const rows = [...postsTable, ...peopleTable, ...moderationTable];

const actorFields = [
  ...['userId', 'creatorId', 'reporterId', 'reviewerId', 'requestingUserId'],
  ...['followerId', 'currentUserId', 'adminUserId'],
];
/**
 * Calls whose values at the bounds are refused for another reason, such as a wrong password or a time that is too late.
 */
const otherwiseAnswered: Readonly<Record<string, Verdict>> = {
  'POST /api/auth/login password': noSession,
  'POST /api/auth/register founderToken': notFound,
  'PATCH /api/auth/password currentPassword': notAllowed,
  'DELETE /api/users/{id} password': notAllowed,
  'PATCH /api/users/{id}/gradient-colors gradientColors': '400 invalid_input',
  'GET /api/questions/{id}/room after': '400 invalid_input',
  'PATCH /api/questions/{id} replyBoostThreshold': '409 threshold_rises',
  'POST /api/discussions/{id}/repost repostText': '409 already_reposted',
  'POST /api/podcasts/{id}/repost repostText': '409 already_reposted',
};

const verdictOf = ({ status, body }: Answer): Verdict => {
  const refused = ErrorBody.safeParse(body);
  return refused.success ? (`${status} ${refused.data.code}` as Verdict) : status;
};

export const permissionsJourney = (system: System): void => {
  let scene: Scene;
  let document: Document;

  beforeAll(async () => {
    scene = await prepareScene(system);
    document = await scene.people.visitor.get<Document>('/api/docs-json');
  });

  it('the table covers exactly the calls that the API describes', () => {
    const calls = callsOf(document).flatMap(({ name }) => (name === 'GET /ws' ? [] : [name]));
    expect([...new Set(rows.map(({ call }) => call))].sort()).toEqual(calls.sort());
  });

  it('the server answers every role with the status and code of the table', async () => {
    const wrong: string[] = [];
    const walk = async (row: Row) => {
      for (const role of roles) {
        const answer = await callRow(row, scene, role);
        const verdict = verdictOf(answer);
        if (verdict === row.verdicts[role]) continue;
        const what = [row.call, row.when, role].filter(Boolean).join(', ');
        wrong.push(`${what}: ${verdict}, expected ${row.verdicts[role]} (${answer.text.slice(0, 120)})`);
      }
    };
    // Rows of the moderation table run last, because they remove content that other rows need.
    await forEachInParallel([...postsTable, ...peopleTable], walk);
    await forEachInParallel(moderationTable, walk);
    expect(wrong).toEqual([]);
  });

  it('no field lets a person act in the name of another', async () => {
    const wrong: string[] = [];
    let tried = 0;
    const walk = async (row: Row) => {
      const role = roles.find((one) => one !== 'visitor' && typeof row.verdicts[one] === 'number');
      for (const { name, field: actor } of inputsOf(document)) {
        if (!role || name !== row.call || actor === row.subject || !actorFields.includes(actor)) continue;
        tried += 1;
        const named = { [actor]: scene.idOf(role === 'fan' ? 'owner' : 'fan') };
        for (const [by, expected] of Object.entries({ [role]: notAllowed, visitor: noSession })) {
          const verdict = verdictOf(await callRow(row, scene, role, { by: by as Role, named }));
          if (verdict !== expected)
            wrong.push(`${row.call} ${row.when ?? ''} ${by} as ${actor}: ${verdict}, expected ${expected}`);
        }
      }
    };
    await forEachInParallel(rows, walk);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(30);
  });

  it('calls accept values exactly at every described bound', async () => {
    const wrong: string[] = [];
    let tried = 0;
    const walk = async ({ name, field, schema }: InputField) => {
      const expected = otherwiseAnswered[`${name} ${field}`];
      for (const value of valuesAtBounds(schema)) {
        tried += 1;
        const verdicts: Verdict[] = [];
        let isAccepted = false;
        for (const row of rows.filter(({ call }) => call === name)) {
          const role = roles.find((one) => Number(row.verdicts[one]) < 300);
          if (!role || isAccepted) continue;
          const verdict = verdictOf(await callRow(row, scene, role, { named: { [field]: value } }));
          verdicts.push(verdict);
          isAccepted = verdict === row.verdicts[role] || verdict === expected;
        }
        if (!isAccepted) wrong.push(`${name}: ${field} = ${String(value).slice(0, 20)}: ${verdicts.join(', ')}`);
      }
    };
    const inputs = inputsOf(document).filter(({ name }) => name !== 'POST /api/auth/reset');
    await forEachInParallel(inputs, walk);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(40);
  });

  it('a socket is refused for another user id and from another origin', async () => {
    const open = (role: Role, query: string, origin?: string) => {
      const opening = { cookie: scene.people[role].cookie, query, ...(origin && { headers: { origin } }) };
      return LiveClient.statusOf(system.url, opening);
    };
    for (const role of roles) {
      expect([role, await open(role, '')]).toEqual([role, 101]);
      const expected = role === 'visitor' ? 401 : role === 'owner' ? 101 : 403;
      expect([role, await open(role, `?userId=${scene.idOf('owner')}`)]).toEqual([role, expected]);
    }
    expect(await open('owner', '', 'https://elsewhere.example')).toBe(403);
  });
};
