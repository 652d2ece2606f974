import { type BoostTarget, type CallContext, type ContentRef, contentKey, contentRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type pg from 'pg';

/** Remembered targets; they never change, so they are only bounded. */
const maxRemembered = 100_000;

interface Waiting {
  readonly item: ContentRef;
  readonly resolve: (target: BoostTarget | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What is being boosted: from memory, else from the copy (lookups of one turn share a query), else from content itself. Only
 * content's no is a no: the copy may be behind.
 */
export class BoostTargets {
  readonly #pool: pg.Pool;
  readonly #rpc: RpcClient;
  readonly #remembered = new Map<string, BoostTarget>();
  #waiting: Waiting[] = [];

  constructor(pool: pg.Pool, rpc: RpcClient) {
    this.#pool = pool;
    this.#rpc = rpc;
  }

  /** Undefined: no such content. @throws Refusal `unavailable` when content is needed and unreachable. */
  async find(item: ContentRef, context: CallContext): Promise<BoostTarget | undefined> {
    const key = contentKey(item);
    const known = this.#remembered.get(key) ?? (await this.#fromCopy(item)) ?? (await this.#fromContent(item, context));
    if (known) this.#remember(key, known);
    return known;
  }

  #fromCopy(item: ContentRef): Promise<BoostTarget | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#lookUp());
    });
  }

  async #lookUp(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const found = await this.#pool.query<BoostTarget>(
        `select content_id as "contentId", content_type as "contentType", question_id as "questionId", owner, thresholds
         from contents where content_id = any($1)`,
        [[...new Set(waiting.map(({ item }) => item.contentId))]],
      );
      const byKey = new Map(found.rows.map((target) => [contentKey(target), target]));
      for (const { item, resolve } of waiting) resolve(byKey.get(contentKey(item)));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  async #fromContent(item: ContentRef, context: CallContext): Promise<BoostTarget | undefined> {
    return (await this.#rpc.call(contentRpc.boostTarget, item, context)).target ?? undefined;
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
