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

/** Uploads through the gateway, by the protocol that browsers use. Answers the id of the finished upload. */
export const upload = async (gateway: string, { token, filename, filetype, bytes }: SeedUpload): Promise<string> => {
  const pairs = Object.entries({ filename, filetype, purpose: 'podcast' });
  const metadata = pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',');
  const headers = { cookie: `hearsay_session=${token}`, ...tusVersion };
  const created = await must(
    await fetch(`${gateway}/api/uploads`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    }),
    201,
  );
  const location = created.headers.get('location') ?? '';
  await must(
    await fetch(`${gateway}${location}`, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    }),
    204,
  );
  return location.split('/').at(-1)!;
};
