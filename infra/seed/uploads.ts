import { askedAgain } from './asked-again.ts';

/** Bytes that somebody sends to the gateway under a session, as a browser does; tus 1.0, creation. */
export interface SeedUpload {
  readonly token: string;
  readonly filename: string;
  readonly filetype: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const tusVersion = { 'tus-resumable': '1.0.0' };

const must = async (answer: Response, status: number): Promise<Response> => {
  if (answer.status !== status) throw new Error(`${answer.url} answers ${answer.status}: ${await answer.text()}`);
  return answer;
};

/** How many bytes of an upload have arrived. */
export const offsetOf = async (url: string, cookie: string): Promise<number> => {
  const answer = await askedAgain(() => fetch(url, { method: 'HEAD', headers: { cookie, ...tusVersion } }));
  return Number((await must(answer, 200)).headers.get('upload-offset'));
};

/** Sends an upload its bytes from an offset on, which `rest` answers; what did not arrive is sent again, behind what did. */
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

/** Uploads through the gateway, by the protocol that browsers use. Answers the id of the finished upload. */
export const upload = async (gateway: string, { token, filename, filetype, bytes }: SeedUpload): Promise<string> => {
  const pairs = Object.entries({ filename, filetype, purpose: 'podcast' });
  const metadata = pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',');
  const cookie = `hearsay_session=${token}`;
  const headers = { cookie, ...tusVersion, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
  // One that was made though its answer never came is swept when its time is over.
  const created = await must(await askedAgain(() => fetch(`${gateway}/api/uploads`, { method: 'POST', headers })), 201);
  const location = created.headers.get('location') ?? '';
  await must(await sendBytes(`${gateway}${location}`, cookie, 0, (offset) => bytes.subarray(offset)), 204);
  return location.split('/').at(-1)!;
};
