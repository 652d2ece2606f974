import * as z from 'zod/mini';
import { Id, integer } from '../primitives.js';
import { contractsOf } from './rpc.js';

const { query } = contractsOf('content');

/** `people` are sorted by id. `hasBoosted` is false for people who only watch the question. */
const Audience = { boosts: integer(), people: z.array(z.object({ accountId: Id, hasBoosted: z.boolean() })) };

/**
 * People to notify after a boost has opened the first lock of a question. They boosted it before and still do, or they
 * watch it. Hidden accounts are missing. `boosts` is the count at the opening. Empty if the boost opened no first lock,
 * or if the question was removed since.
 * @throws `unavailable` until content has processed the boost and its opening
 */
export const openingBoosters = query(
  'opening-boosters',
  {
    questionId: Id,
    boostId: Id,
    /** As in the event of the boost. */
    boostPeak: integer(1),
    revision: integer(),
    after: z.nullable(Id),
    limit: integer(1, 500),
  },
  Audience,
  ['notification'],
);

/**
 * The same for a reveal by a lowered threshold. The input has the number of its entry, and the revision of the counters
 * at that moment. Empty unless it is the question's first reveal.
 * @throws `unavailable` until content has processed the boosts up to this revision
 */
export const loweredBoosters = query(
  'lowered-boosters',
  { questionId: Id, number: integer(1), revision: integer(), after: z.nullable(Id), limit: integer(1, 500) },
  Audience,
  ['notification'],
);
