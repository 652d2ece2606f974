import * as z from 'zod/mini';
import { Id, integer } from '../primitives.js';
import { contractsOf } from './rpc.js';

const { query } = contractsOf('content');

/**
 * People whose boosts were there when a boost opened the first lock of a question, and still are, in the order of their
 * ids. Hidden accounts are missing. `boosts` is their number at the opening. Empty if the boost opened no first lock,
 * or if the question was removed since.
 * @throws `unavailable` until content has processed the boost and its opening
 */
export const openingBoosters = query(
  'opening-boosters',
  {
    questionId: Id,
    boostId: Id,
    /** From the event of the boost. */
    boostPeak: integer(1),
    revision: integer(),
    after: z.nullable(Id),
    limit: integer(1, 500),
  },
  { boosts: integer(), boosterIds: z.array(Id) },
  ['notification'],
);
