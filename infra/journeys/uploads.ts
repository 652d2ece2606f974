import { setTimeout as pause } from 'node:timers/promises';

const attempts = 20;
const pauseMs = 500;

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

const tusVersion = { 'tus-resumable': '1.0.0' };

export const offsetOf = async (url: string, cookie: string): Promise<number> => {
  const answer = await askedAgain(() => fetch(url, { method: 'HEAD', headers: { cookie, ...tusVersion } }));
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return Number(answer.headers.get('upload-offset'));
};

/** Sends the bytes from an offset on, and resends what did not arrive. */
export const sendBytes = (
  url: string,
  cookie: string,
  offset: number,
  rest: (offset: number) => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Response> =>
  askedAgain(async (isRepeat) => {
    const from = isRepeat ? await offsetOf(url, cookie) : offset;
    const headers = {
      cookie,
      ...tusVersion,
      'upload-offset': String(from),
      'content-type': 'application/offset+octet-stream',
    };
    return fetch(url, { method: 'PATCH', headers, body: rest(from), ...{ duplex: 'half' } });
  });
