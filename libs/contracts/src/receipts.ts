import * as z from 'zod/mini';
import { Id, named } from './primitives.js';
import { Question } from './questions.js';

/** 128 bits in base64url. With it a guest finds their ask again. Services keep only its hash. */
const Receipt = z.string().check(z.regex(/^[\w-]{22}$/, 'This is no receipt'));

export const ReceiptBody = z.object({ receipt: Receipt });

/** `waiting` also for an ignored ask. `gone` for one that was withdrawn or removed. */
const receiptStates = ['waiting', 'answered', 'gone'] as const;
export const AskState = named(
  'AskState',
  z.object({
    state: z.enum(receiptStates),
    /** Null unless the ask is answered. */
    questionId: z.nullable(Id),
  }),
);
export type AskState = z.infer<typeof AskState>;

/** `receipt` is null for signed-in askers, who find the question under their own content. */
export const AskedQuestion = named('AskedQuestion', z.extend(Question, { receipt: z.nullable(z.string()) }));
export type AskedQuestion = z.infer<typeof AskedQuestion>;
