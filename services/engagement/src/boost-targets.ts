import { type BoostTarget, type CallContext, type ContentRef, contentKey, contentRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type pg from 'pg';
import { AbsentContent } from './absent-content.js';

/** How many targets are remembered. They never change, so their number is their only bound. */
const maxRemembered = 100_000;
/** The most items in one question to content. */
const maxPerQuestion = 500;

interface Waiting {
  readonly item: ContentRef;
  readonly context: CallContext;
  readonly resolve: (target: BoostTarget | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What is being boosted: from memory, else from what the projector keeps, else from content itself. Lookups of one turn share one query and one
 * question. Only content's no is a no, since the projector may be behind; it is believed for a moment, so that nobody can make
 * content look for the same nothing again and again.
 */
export class BoostTargets {
  readonly #pool: pg.Pool;
  readonly #rpc: RpcClient;
  readonly #absent: AbsentContent;
  readonly #remembered: Map<string, BoostTarget>;
  #waiting: Waiting[] = [];

  /** `remembered` may be shared by several that look up on different pools. */
  constructor(pool: pg.Pool, rpc: RpcClient, absent: AbsentContent, remembered: Map<string, BoostTarget>) {
    this.#pool = pool;
    this.#rpc = rpc;
    this.#absent = absent;
    this.#remembered = remembered;
  }

  /** Undefined when there is no such content. @throws Refusal `unavailable` when content is needed and unreachable. */
  async find(item: ContentRef, context: CallContext): Promise<BoostTarget | undefined> {
    const key = contentKey(item);
    const known = this.#remembered.get(key);
    if (known || this.#absent.has(key)) return known;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, context, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#lookUp());
    });
  }

  /** Which of the items exist, by `contentType:contentId`. @throws Refusal `unavailable`. */
  async existing(items: readonly ContentRef[], context: CallContext): Promise<Set<string>> {
    const found = await Promise.all(items.map((item) => this.find(item, context)));
    return new Set(found.filter((target) => target !== undefined).map(contentKey));
  }

  async #lookUp(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const found = await this.#fromOwnTable(waiting);
      const unknown = waiting.filter(({ item }) => !found.has(contentKey(item)));
      for (const target of await this.#fromContent(unknown)) found.set(contentKey(target), target);
      for (const [key, target] of found) this.#remember(key, target);
      for (const { item, resolve } of waiting) resolve(found.get(contentKey(item)));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  async #fromOwnTable(waiting: readonly Waiting[]): Promise<Map<string, BoostTarget>> {
    const found = await this.#pool.query<BoostTarget>(
      `select content_id as "contentId", content_type as "contentType", question_id as "questionId", owner, thresholds
       from contents where content_id = any($1)`,
      [[...new Set(waiting.map(({ item }) => item.contentId))]],
    );
    return new Map(found.rows.map((target) => [contentKey(target), target]));
  }

  async #fromContent(unknown: readonly Waiting[]): Promise<BoostTarget[]> {
    const first = unknown[0];
    if (!first) return [];
    const items = new Map(
      unknown.map(({ item: { contentType, contentId } }) => [contentKey({ contentType, contentId }), { contentType, contentId }]),
    );
    // Whoever waits longest: ISO instants sort as texts.
    const deadline =
      unknown
        .map((waiting) => waiting.context.deadline)
        .sort()
        .at(-1) ?? first.context.deadline;
    const context = { correlationId: first.context.correlationId, accountId: null, deadline };
    const asked = this.#absent.begin(items.keys());
    let existing: Set<string> | null = null;
    try {
      const questions = inChunks([...items.values()]).map((some) => this.#rpc.call(contentRpc.boostTargets, { items: some }, context));
      const targets = (await Promise.all(questions)).flatMap((answer) => answer.targets);
      existing = new Set(targets.map(contentKey));
      return targets;
    } finally {
      this.#absent.end(asked, existing);
    }
  }

  #remember(key: string, target: BoostTarget): void {
    this.#remembered.set(key, target);
    if (this.#remembered.size <= maxRemembered) return;
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest);
      break;
    }
  }
}

const inChunks = <T>(items: readonly T[]): T[][] => {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += maxPerQuestion) chunks.push(items.slice(from, from + maxPerQuestion));
  return chunks;
};
