import { type AuditEntry, gamificationRpc, identityRpc, moderationRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { type OperatorProgram, operatorContext, wrongUsageExit } from '@hearsay/service-runtime';

const usage = 'audit [NUMBER OF ENTRIES, 1 to 10000; 100 without it]';
const most = 10_000;
const page = 500;
const idsPerCall = 500;

const newest = async (count: number, rpc: RpcClient): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = [];
  for (;;) {
    const limit = Math.min(page, count - entries.length);
    if (limit === 0) return entries;
    const found = await rpc.call(moderationRpc.audit, { before: entries.at(-1)?.id ?? null, limit }, operatorContext());
    entries.push(...found.entries);
    if (found.entries.length < limit) return entries;
  }
};

/** Calls `ask` with at most `most` ids at a time. Returns its answers by id. */
const lookUp = async (
  wanted: readonly (string | null)[],
  most: number,
  ask: (ids: string[]) => Promise<(readonly [id: string, text: string])[]>,
): Promise<Map<string, string>> => {
  const ids = [...new Set(wanted)].filter((id) => id !== null);
  const texts = new Map<string, string>();
  for (let from = 0; from < ids.length; from += most)
    for (const [id, text] of await ask(ids.slice(from, from + most))) texts.set(id, text);
  return texts;
};

/** `audit [N]`: the newest N acts of ambassadors and operators, oldest first, one a line. */
export const auditProgram: OperatorProgram = async ([number = '100', ...more], { rpc, print }) => {
  const count = Number(number);
  if (more.length > 0 || !Number.isInteger(count) || count < 1 || count > most) {
    print(usage);
    return wrongUsageExit;
  }
  const entries = await newest(count, rpc);
  const people = entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId]);
  const names = await lookUp(people, identityRpc.peoplePerAnswer, async (ids) => {
    const answer = await rpc.call(identityRpc.people, { ids }, operatorContext());
    return answer.people.map(({ id, username }) => [id, username]);
  });
  const grants = entries.map(({ xpEntryId }) => xpEntryId);
  const reasons = await lookUp(grants, idsPerCall, async (entryIds) => {
    const answer = await rpc.call(gamificationRpc.grantReasons, { entryIds }, operatorContext());
    return answer.reasons.map(({ entryId, reason }) => [entryId, reason]);
  });
  const named = (id: string | null, absent: string) => (id === null ? absent : (names.get(id) ?? id));
  for (const entry of entries.toReversed()) {
    const about = [
      entry.subjectId === null ? '' : `of ${named(entry.subjectId, '')}`,
      entry.role ?? '',
      entry.amount === null ? '' : `${entry.amount} XP`,
      (entry.xpEntryId !== null && reasons.get(entry.xpEntryId)) || '',
      entry.contentId === null ? '' : `${entry.contentType} ${entry.contentId}`,
      entry.reportId === null ? '' : `report ${entry.reportId}`,
      entry.wipeId === null ? '' : `wipe ${entry.wipeId}`,
      entry.target ?? '',
    ];
    print([entry.at, named(entry.actorId, 'operator'), entry.act, ...about].filter((part) => part !== '').join('  '));
  }
  return 0;
};
