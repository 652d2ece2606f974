import { askedAgain } from '../seed/asked-again.ts';

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
