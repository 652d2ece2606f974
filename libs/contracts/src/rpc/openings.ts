import * as z from 'zod/mini';
import { Id, integer } from '../primitives.js';
import { contractsOf } from './rpc.js';

const { query } = contractsOf('content');

/** `people` are sorted by id. `hasBoosted` is false for people who only watch the question. */
const Audience = { boosts: integer(), people: z.array(z.object({ accountId: Id, hasBoosted: z.boolean() })) };

/**
 * People to notify after a boost has opened the first lock of a question. They boosted the question earlier and have
 * not taken the boost back, or they watch it. Hidden accounts are missing. `boosts` is the count at the opening. Empty
 * if the boost opened no first lock, or if the question was removed since.
 * @throws `unavailable` until content has processed the boost and its opening
 */
export const openingBoosters = query(
  'opening-boosters',
  {
    questionId: Id,
    boostId: Id,
    /** The peak in the boost's event. */
    boostPeak: integer(1),
    revision: integer(),
    after: z.nullable(Id),
    limit: integer(1, 500),
  },
  Audience,
  ['notification'],
);

/**
 * People to notify after a lowered threshold has opened the first lock. `number` is the number of this reveal in the
 * room. `revision` is the revision of the counters at the reveal. Empty if it was not the question's first reveal.
 * @throws `unavailable` until content has processed the boosts up to this revision
 */
export const loweredBoosters = query(
  'lowered-boosters',
  { questionId: Id, number: integer(1), revision: integer(), after: z.nullable(Id), limit: integer(1, 500) },
  Audience,
  ['notification'],
);
