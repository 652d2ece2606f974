import type { AuditEntry } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { describe, expect, it } from '@jest/globals';
import { auditProgram } from './audit.program.js';

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const at = '2026-11-20T10:00:00.000Z';
const noContent = { contentType: null, contentId: null, reportId: null, wipeId: null };
const noGrant = { role: null, amount: null, xpEntryId: null, target: null };
const entryOf = (act: AuditEntry['act'], more: Partial<AuditEntry>): AuditEntry => ({
  ...{ ...noContent, ...noGrant, id: id(1), at, act, actorId: null, subjectId: null },
  ...more,
});
const role = entryOf('role-granted', { subjectId: id(2), role: 'ambassador' });

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
  it('the audit command prints one line per act, the newest last', async () => {
    const entries = [
      entryOf('rebuild-started', { target: 'content.questions' }),
      entryOf('xp-granted', { subjectId: id(2), amount: -20, xpEntryId: id(5) }),
      entryOf('reset-allowed', { subjectId: id(2) }),
      entryOf('content-removed', { actorId: id(2), contentType: 'question', contentId: id(9) }),
      role,
    ];
    expect(await run([], entries)).toEqual({
      code: 0,
      lines: [
        'operator  role-granted  of Ada  ambassador',
        `Ada  content-removed  question ${id(9)}`,
        'operator  reset-allowed  of Ada',
        'operator  xp-granted  of Ada  -20 XP  Counted twice',
        'operator  rebuild-started  content.questions',
      ].map((line) => `${at}  ${line}`),
    });
  });

  it('the audit command reads as many pages as the requested entries need', async () => {
    const entries = Array.from({ length: 700 }, (_, number) => ({ ...role, id: id(number + 10) }));
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
