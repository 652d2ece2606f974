import { setTimeout as pause } from 'node:timers/promises';

export const attempts = 20;
export const pauseMs = 500;

/** Repeats a request that gets 503 or no answer. @throws when there was never an answer */
export const askedAgain = async (send: (isRepeat: boolean) => Promise<Response>): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === attempts;
    const answer = await send(attempt > 1).catch((error: unknown) => {
      if (isLast) throw error;
      return undefined;
    });
    if (answer && (answer.status !== 503 || isLast)) return answer;
    await answer?.body?.cancel();
    await pause(pauseMs);
  }
};
