import type { Client } from '../../journeys/client.ts';

interface Boost {
  readonly ms: number;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
}

export interface Boosts {
  readonly all: readonly Boost[];
  readonly refused: number;
  readonly refusedAfterSuccess: number;
}

const everyMs = 100;

/** Sends one boost per 100 ms, however long answers take, until `work` is done. */
export const boostMeanwhile = async (
  stranger: Client,
  questionIds: readonly string[],
  work: () => Promise<unknown>,
  from = 0,
): Promise<Boosts> => {
  const running: Promise<Boost>[] = [];
  const boost = async (index: number): Promise<Boost> => {
    const startedAt = performance.now();
    const id = questionIds[index % questionIds.length]!;
    const body = { isBoosted: Math.floor(index / questionIds.length) % 2 === 0 };
    const { status } = await stranger
      .attempt('POST', `/api/questions/${id}/boost`, { body })
      .catch(() => ({ status: 0 }));
    return { ms: performance.now() - startedAt, status };
  };
  const timer = setInterval(() => running.push(boost(from + running.length)), everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const all = await Promise.all(running);
  const isRefused = all.map(({ status }) => status !== 200);
  const back = isRefused.indexOf(false, Math.max(0, isRefused.indexOf(true)));
  return {
    all,
    refused: isRefused.filter(Boolean).length,
    refusedAfterSuccess: isRefused.slice(back).filter(Boolean).length,
  };
};
