import { type CallContext, type ContentRef, type ContentTarget, contentKey, contentRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { queryContext } from '@hearsay/service-runtime';
import type pg from 'pg';

const maxItemsPerCall = 500;

/** The purpose of a lookup. A repost needs public content. Boosts and reads of counters may use pending content. */
type LookupPurpose = 'repost' | 'boost' | 'read';

/** `wasPending` is set if the question was pending at the lookup. It may have been approved since. */
type FoundTarget = ContentTarget & { readonly wasPending?: true };

interface Lookup {
  readonly key: string;
  readonly item: ContentRef;
  readonly use: LookupPurpose;
  readonly context: CallContext;
  readonly resolve: (target: FoundTarget | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Finds content, in one batch per event-loop turn. Asks content for unknown ids, because the projector may lag. */
export class ContentLookup {
  #lookups: Lookup[] = [];

  constructor(
    private readonly pool: pg.Pool,
    private readonly rpc: RpcClient,
  ) {}

  /** Finds pending content only for its author and its target, and never for a repost. @throws Refusal `unavailable` */
  find(item: ContentRef, context: CallContext, use: LookupPurpose): Promise<FoundTarget | undefined> {
    return new Promise((resolve, reject) => {
      this.#lookups.push({ key: contentKey(item), item, use, context, resolve, reject });
      if (this.#lookups.length === 1) setImmediate(() => void this.#answerLookups());
    });
  }

  /** The keys of those items that exist and that this person may read. @throws Refusal `unavailable` */
  async existingKeys(items: readonly ContentRef[], context: CallContext): Promise<Set<string>> {
    const found = await Promise.all(items.map((item) => this.find(item, context, 'read')));
    return new Set(found.filter((target) => target !== undefined).map(contentKey));
  }

  async #answerLookups(): Promise<void> {
    const lookups = this.#lookups;
    this.#lookups = [];
    try {
      const { found, pending } = await this.#findInOwnTable(lookups);
      const answer = await this.#askContent(lookups.filter(({ key }) => !found.has(key)));
      for (const target of answer.targets) found.set(contentKey(target), target);
      for (const item of answer.pending) pending.add(contentKey(item));
      const forTwo = lookups.filter(
        ({ key, use, context }) =>
          use !== 'repost' && context.accountId !== null && pending.has(key) && !found.has(key),
      );
      const seen = await this.#visiblePendingTargets(forTwo);
      for (const lookup of lookups) lookup.resolve(found.get(lookup.key) ?? seen.get(lookup));
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  }

  async #findInOwnTable(
    lookups: readonly Lookup[],
  ): Promise<{ found: Map<string, ContentTarget>; pending: Set<string> }> {
    const { rows } = await this.pool.query<ContentTarget & { isPending: boolean }>({
      name: 'targets-by-id',
      text: `select c.content_id as "contentId", c.content_type as "contentType", c.question_id as "questionId", c.owner, c.thresholds,
                    c.is_pending or coalesce(q.is_pending, false) as "isPending"
               from contents c left join contents q on c.content_type = 'discussion' and q.content_id = c.question_id
               where c.content_id = any($1) and not c.is_removed and not coalesce(q.is_removed, false)`,
      values: [[...new Set(lookups.map(({ item }) => item.contentId))]],
    });
    const found = new Map<string, ContentTarget>();
    const pending = new Set<string>();
    for (const { isPending, ...target } of rows) {
      if (isPending) pending.add(contentKey(target));
      else found.set(contentKey(target), target);
    }
    return { found, pending };
  }

  /** Asks content once per viewer, because only content knows the authors of anonymous questions. */
  async #visiblePendingTargets(lookups: readonly Lookup[]): Promise<Map<Lookup, FoundTarget>> {
    const seen = new Map<Lookup, FoundTarget>();
    const byAccount = new Map<string | null, Lookup[]>();
    for (const lookup of lookups)
      byAccount.set(lookup.context.accountId, [...(byAccount.get(lookup.context.accountId) ?? []), lookup]);
    const askFor = async (ofOne: readonly Lookup[]) => {
      const asking = queryContext(ofOne[0]!.context);
      const calls = itemChunks(ofOne).map((items) => this.rpc.call(contentRpc.visibleTargets, { items }, asking));
      const targets = (await Promise.all(calls)).flatMap((answer) => answer.targets);
      const byKey = new Map(targets.map((target) => [contentKey(target), target]));
      for (const lookup of ofOne) {
        const found = byKey.get(lookup.key);
        if (!found || (lookup.use === 'boost' && !found.mayBoost)) continue;
        const { mayBoost: _, ...target } = found;
        seen.set(lookup, { ...target, wasPending: true });
      }
    };
    await Promise.all([...byAccount.values()].map(askFor));
    return seen;
  }

  async #askContent(unknown: readonly Lookup[]): Promise<{ targets: ContentTarget[]; pending: ContentRef[] }> {
    const first = unknown[0];
    if (!first) return { targets: [], pending: [] };
    const byKey = new Map(unknown.map((lookup) => [lookup.key, lookup]));
    // The calls serve all lookups, so they get the latest deadline. ISO instants sort as strings.
    const deadlines = unknown.map((lookup) => lookup.context.deadline).sort();
    const context = { ...queryContext(first.context), accountId: null, deadline: deadlines.at(-1)! };
    const calls = itemChunks([...byKey.values()]).map((items) =>
      this.rpc.call(contentRpc.contentTargets, { items }, context),
    );
    const answers = await Promise.all(calls);
    return {
      targets: answers.flatMap(({ targets }) => targets),
      pending: answers.flatMap(({ waiting = [] }) => waiting),
    };
  }
}

const itemChunks = (lookups: readonly Lookup[]): ContentRef[][] => {
  const items = lookups.map(({ item: { contentType, contentId } }) => ({ contentType, contentId }));
  const chunks: ContentRef[][] = [];
  for (let from = 0; from < items.length; from += maxItemsPerCall)
    chunks.push(items.slice(from, from + maxItemsPerCall));
  return chunks;
};
