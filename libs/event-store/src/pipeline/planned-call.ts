import type { KeyObject } from 'node:crypto';
import { Refusal } from '@hearsay/contracts';
import type { Transaction } from '../log/events.js';
import { payloadHash, resultKey, resultsUnder } from './command-results.js';
import type { CommandCall, DecisionContext } from './commands.js';

export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

/** A command of a batch: what it locks and claims, under which key its result is kept, and what became of it. */
export interface PlannedCall {
  readonly call: CommandCall;
  readonly context: DecisionContext;
  readonly aggregates: Readonly<Record<string, readonly string[]>>;
  readonly claims: readonly string[];
  /** Both in hexadecimal digits. */
  readonly key: string | undefined;
  readonly payloadHash: string | undefined;
  outcome: Outcome | undefined;
  /** Answered from an earlier transaction, or by its twin in the batch: nothing of it is to be stored again. */
  isRepeat?: boolean;
}

interface Planning {
  readonly idempotencySecret: KeyObject;
  /** ISO instant of every act that brings none of its own. */
  readonly now: string;
  /** The outcome of a command whose plan or decision has thrown. */
  readonly refusalOf: (error: unknown, call: CommandCall) => Outcome;
}

export const planCall = (call: CommandCall, { idempotencySecret, now, refusalOf }: Planning): PlannedCall => {
  const context = { now: call.context.now ?? now, accountId: call.context.accountId };
  const key =
    call.context.idempotencyKey === undefined
      ? undefined
      : resultKey(idempotencySecret, call.context, call.definition.type);
  const base = {
    call,
    context,
    key,
    payloadHash: key === undefined ? undefined : payloadHash(idempotencySecret, call.context.payload ?? call.input),
  };
  try {
    const plan = call.definition.plan(call.input, context);
    return { ...base, aggregates: plan.aggregates, claims: plan.claims ?? [], outcome: undefined };
  } catch (error) {
    return { ...base, aggregates: {}, claims: [], outcome: refusalOf(error, call) };
  }
};

/** Answers a command with the result that is kept under its key, or refuses it when it asks for something else. */
export const repeatOutcome = (
  planned: PlannedCall,
  stored: { readonly payloadHash: string },
  outcome: Outcome | undefined,
): void => {
  planned.isRepeat = true;
  planned.outcome =
    stored.payloadHash === planned.payloadHash ? outcome : { ok: false, refusal: new Refusal('key_reused') };
};

/** Answers those whose key has a result with it. */
export const answerFromResults = async (tx: Transaction, asking: readonly PlannedCall[]): Promise<void> => {
  const keys = new Set<string>();
  for (const { key } of asking) if (key !== undefined) keys.add(key);
  if (keys.size === 0) return;
  const kept = await resultsUnder(tx, [...keys]);
  if (kept.size === 0) return;
  for (const planned of asking) {
    const stored = planned.key === undefined ? undefined : kept.get(planned.key);
    if (stored) repeatOutcome(planned, stored, { ok: true, result: stored.result });
  }
};
