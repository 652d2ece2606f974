import * as z from 'zod/mini';
import { Id, named } from './primitives.js';
import { Question } from './questions.js';

/** A code of 128 bits in base64url, by which a guest finds their ask again. Services store only its hash. */
const Receipt = z.string().check(z.regex(/^[\w-]{22}$/, 'This is no receipt'));

export const ReceiptBody = z.object({ receipt: Receipt });

/** An ignored ask is also `waiting`. A withdrawn or removed ask is `gone`. */
const receiptStates = ['waiting', 'answered', 'gone'] as const;
export const AskState = named(
  'AskState',
  z.object({
    state: z.enum(receiptStates),
    /** Null until the ask is answered. */
    questionId: z.nullable(Id),
  }),
);
export type AskState = z.infer<typeof AskState>;

/** `receipt` is null for signed-in askers, who find the question in their own content. */
export const AskedQuestion = named('AskedQuestion', z.extend(Question, { receipt: z.nullable(z.string()) }));
export type AskedQuestion = z.infer<typeof AskedQuestion>;
