import { createHash, randomUUID } from 'node:crypto';
import { type AskState, type CallContext, Refusal } from '@hearsay/contracts';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { Approval } from '../questions/question.sql.js';

export const receiptHashOf = (receipt: string): string => createHash('sha256').update(receipt).digest('base64url');

const stateOf = (isThere: boolean, approval: Approval): AskState['state'] => {
  if (!isThere) return 'gone';
  return approval === 'open' ? 'answered' : 'waiting';
};

interface Receipt {
  readonly code: string;
  readonly hash: string;
}

export class Receipts {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seals: SealedAuthors,
  ) {}

  /**
   * Computes the receipt of a question from the call's idempotency key, so that a repeated call gets the same receipt.
   * Only a hash of this key is stored, so stored rows reveal no receipt.
   */
  forCall({ idempotencyKey = randomUUID() }: CallContext): (questionId: string) => Receipt {
    return (questionId) => {
      const code = this.seals.computeCode(JSON.stringify(['receipt', questionId, idempotencyKey]));
      return { code, hash: receiptHashOf(code) };
    };
  }

  /** @throws Refusal `not_found` for an unknown receipt, and after the erasure of the words */
  async questionOf(receiptHash: string): Promise<AskState & { readonly questionId: string }> {
    const { rows } = await this.pool.query<{ questionId: string; isThere: boolean; approval: Approval }>({
      name: 'question-of-receipt',
      text: `select q.id as "questionId", q.removal_id is null as "isThere", q.approval
             from receipts r join questions q on q.id = r.question_id where r.receipt_hash = $1`,
      values: [receiptHash],
    });
    const [found] = rows;
    if (!found) throw new Refusal('not_found', 'There is no such receipt');
    return { state: stateOf(found.isThere, found.approval), questionId: found.questionId };
  }
}
