import { type AuditEntry, gamificationRpc, identityRpc, moderationRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { type OperatorProgram, operatorContext, wrongUsageExit } from '@hearsay/service-runtime';

const usage = 'audit [NUMBER OF ENTRIES, 1 to 10000; 100 without it]';
const maxEntries = 10_000;
/** Entries per page. An entry names at most two people, so one call of `people` returns all names of a page. */
const entriesPerPage = identityRpc.peoplePerAnswer / 2;

const uniqueIds = (ids: readonly (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);

const linesOf = async (entries: readonly AuditEntry[], rpc: RpcClient): Promise<string[]> => {
  const ids = uniqueIds(entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId]));
  const { people } = ids.length === 0 ? { people: [] } : await rpc.call(identityRpc.people, { ids }, operatorContext());
  const names = new Map(people.map(({ id, username }) => [id, username]));
  const entryIds = uniqueIds(entries.map(({ xpEntryId }) => xpEntryId));
  const { reasons } =
    entryIds.length === 0
      ? { reasons: [] }
      : await rpc.call(gamificationRpc.grantReasons, { entryIds }, operatorContext());
  const reasonOf = new Map(reasons.map(({ entryId, reason }) => [entryId, reason]));
  const named = (id: string | null, absent: string) => (id === null ? absent : (names.get(id) ?? id));
  return entries.map((entry) => {
    const about = [
      entry.subjectId === null ? '' : `of ${named(entry.subjectId, '')}`,
      entry.role ?? '',
      entry.amount === null ? '' : `${entry.amount} XP`,
      (entry.xpEntryId !== null && reasonOf.get(entry.xpEntryId)) || '',
      entry.contentId === null ? '' : `${entry.contentType} ${entry.contentId}`,
      entry.reportId === null ? '' : `report ${entry.reportId}`,
      entry.wipeId === null ? '' : `wipe ${entry.wipeId}`,
      entry.target ?? '',
    ];
    return [entry.at, named(entry.actorId, 'operator'), entry.act, ...about].filter((part) => part !== '').join('  ');
  });
};

/** `audit [N]` prints the newest N acts of ambassadors and operators, one per line, oldest first. */
export const auditProgram: OperatorProgram = async ([number = '100', ...more], { rpc, print }) => {
  const count = Number(number);
  if (more.length > 0 || !Number.isInteger(count) || count < 1 || count > maxEntries) {
    print(usage);
    return wrongUsageExit;
  }
  const lines: string[] = [];
  for (let before: string | null = null, isMore = true; isMore; ) {
    const limit = Math.min(entriesPerPage, count - lines.length);
    const { entries }: { entries: AuditEntry[] } = await rpc.call(
      moderationRpc.audit,
      { before, limit },
      operatorContext(),
    );
    lines.push(...(await linesOf(entries, rpc)));
    isMore = entries.length === limit && lines.length < count;
    before = entries.at(-1)?.id ?? null;
  }
  for (const line of lines.toReversed()) print(line);
  return 0;
};
