import { type AuditEntry, gamificationRpc, identityRpc, moderationRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { type OperatorProgram, operatorContext, wrongUsageExit } from '@hearsay/service-runtime';

const usage = 'audit [NUMBER OF ENTRIES, 1 to 10000; 100 without it]';
const most = 10_000;
const page = 500;
const idsPerQuestion = 500;

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

const namesOf = async (entries: readonly AuditEntry[], rpc: RpcClient): Promise<Map<string, string>> => {
  const ids = [...new Set(entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId]))].filter(
    (id) => id !== null,
  );
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += identityRpc.peoplePerAnswer) {
    const some = ids.slice(from, from + identityRpc.peoplePerAnswer);
    const { people } = await rpc.call(identityRpc.people, { ids: some }, operatorContext());
    for (const { id, username } of people) names.set(id, username);
  }
  return names;
};

const reasonsOf = async (entries: readonly AuditEntry[], rpc: RpcClient): Promise<Map<string, string>> => {
  const ids = entries.map(({ xpEntryId }) => xpEntryId).filter((id) => id !== null);
  const reasons = new Map<string, string>();
  for (let from = 0; from < ids.length; from += idsPerQuestion) {
    const found = await rpc.call(
      gamificationRpc.grantReasons,
      { entryIds: ids.slice(from, from + idsPerQuestion) },
      operatorContext(),
    );
    for (const { entryId, reason } of found.reasons) reasons.set(entryId, reason);
  }
  return reasons;
};

/** `audit [N]`: the newest N acts of ambassadors and operators, oldest first, one a line. */
export const auditProgram: OperatorProgram = async ([number = '100', ...more], { rpc, print }) => {
  const count = Number(number);
  if (more.length > 0 || !Number.isInteger(count) || count < 1 || count > most) {
    print(usage);
    return wrongUsageExit;
  }
  const entries = await newest(count, rpc);
  const [names, reasons] = await Promise.all([namesOf(entries, rpc), reasonsOf(entries, rpc)]);
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
