import type { AuditEntry } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { describe, expect, it } from '@jest/globals';
import { auditProgram } from './audit.program.js';

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const entry: AuditEntry = {
  id: id(1),
  at: '2026-11-20T10:00:00.000Z',
  act: 'role-granted',
  actorId: null,
  subjectId: id(2),
  contentType: null,
  contentId: null,
  reportId: null,
  wipeId: null,
  role: 'ambassador',
  amount: null,
  xpEntryId: null,
  target: null,
};

const run = async (words: readonly string[], entries: readonly AuditEntry[] = []) => {
  const lines: string[] = [];
  const call = async (
    rpc: { name: string },
    input: { before: string | null; limit: number; ids: string[]; entryIds: string[] },
  ) => {
    if (rpc.name === 'people') return { people: input.ids.includes(id(2)) ? [{ id: id(2), username: 'Ada' }] : [] };
    if (rpc.name === 'grant-reasons')
      return { reasons: input.entryIds.map((entryId) => ({ entryId, reason: 'Counted twice' })) };
    const from = input.before === null ? 0 : entries.findIndex((one) => one.id === input.before) + 1;
    return { entries: entries.slice(from, from + input.limit) };
  };
  const code = await auditProgram(words, { rpc: { call } as unknown as RpcClient, print: (line) => lines.push(line) });
  return { code, lines };
};

describe('the audit command', () => {
  it('prints one act a line, the newest last, with names', async () => {
    const removal: AuditEntry = {
      ...entry,
      id: id(3),
      act: 'content-removed',
      actorId: id(2),
      subjectId: null,
      role: null,
      contentType: 'question',
      contentId: id(9),
    };
    expect(await run([], [removal, entry])).toEqual({
      code: 0,
      lines: [
        '2026-11-20T10:00:00.000Z  operator  role-granted  of Ada  ambassador',
        `2026-11-20T10:00:00.000Z  Ada  content-removed  question ${id(9)}`,
      ],
    });
  });

  it('prints granted XP with its reason, and who may set a new password', async () => {
    const grant: AuditEntry = { ...entry, id: id(4), act: 'xp-granted', role: null, amount: -20, xpEntryId: id(5) };
    const reset: AuditEntry = { ...entry, id: id(6), act: 'reset-allowed', role: null };
    expect((await run([], [grant, reset])).lines).toEqual([
      '2026-11-20T10:00:00.000Z  operator  reset-allowed  of Ada',
      '2026-11-20T10:00:00.000Z  operator  xp-granted  of Ada  -20 XP  Counted twice',
    ]);
  });

  it('prints what operators have done to the data of services', async () => {
    const rebuild: AuditEntry = {
      ...entry,
      id: id(7),
      act: 'rebuild-started',
      subjectId: null,
      role: null,
      target: 'content.questions',
    };
    expect((await run([], [rebuild])).lines).toEqual([
      '2026-11-20T10:00:00.000Z  operator  rebuild-started  content.questions',
    ]);
  });

  it('reads as many pages as the number needs', async () => {
    const entries = Array.from({ length: 700 }, (_, number) => ({ ...entry, id: id(number + 10) }));
    expect((await run(['600'], entries)).lines).toHaveLength(600);
    expect((await run(['800'], entries)).lines).toHaveLength(700);
  });

  it.each([['0'], ['10001'], ['1.5'], ['all'], ['1', '2']])(
    'prints its usage for invalid input: %s',
    async (...words) => {
      const { code, lines } = await run(words);
      expect([code, lines.length]).toEqual([64, 1]);
    },
  );
});
