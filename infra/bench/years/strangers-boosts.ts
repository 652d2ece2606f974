import type { Client } from '../../journeys/client.ts';

interface Boost {
  readonly at: number;
  readonly ms: number;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
}

export interface Boosts {
  readonly all: readonly Boost[];
  readonly refused: number;
  /** Boosts that were refused after the first success. */
  readonly refusedAfterSuccess: number;
  /** Milliseconds from the first to the last refusal; 0 without one. */
  readonly outageMs: number;
}

const everyMs = 100;
const timeoutMs = 60_000;

/** Boosts by a person who has nothing to do with `work`, one each 100 ms however long an answer takes, until `work` is done. */
export const boostMeanwhile = async (
  stranger: Client,
  questionIds: readonly string[],
  work: () => Promise<unknown>,
  from = 0,
): Promise<Boosts> => {
  const all: Boost[] = [];
  const running = new Set<Promise<void>>();
  let next = from;
  const boost = async () => {
    const index = next++;
    const at = performance.now();
    const id = questionIds[index % questionIds.length]!;
    const body = { isBoosted: Math.floor(index / questionIds.length) % 2 === 0 };
    const attempt = stranger.attempt('POST', `/api/questions/${id}/boost`, { body });
    const late = new Promise<{ status: number }>((resolve) => setTimeout(resolve, timeoutMs, { status: 0 }).unref());
    const { status } = await Promise.race([attempt, late]).catch(() => ({ status: 0 }));
    all.push({ at, ms: performance.now() - at, status });
  };
  const timer = setInterval(() => {
    const one = boost().finally(() => running.delete(one));
    running.add(one);
  }, everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await Promise.all(running);
  }
  all.sort((a, b) => a.at - b.at);
  const refused = all.filter(({ status }) => status !== 200);
  const firstRefusal = all.findIndex(({ status }) => status !== 200);
  const back = firstRefusal < 0 ? -1 : all.findIndex(({ status }, index) => index > firstRefusal && status === 200);
  return {
    all,
    refused: refused.length,
    refusedAfterSuccess: back < 0 ? 0 : all.slice(back).filter(({ status }) => status !== 200).length,
    outageMs: refused.length === 0 ? 0 : refused.at(-1)!.at - refused[0]!.at,
  };
};
