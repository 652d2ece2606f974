import { readFileSync } from 'node:fs';
import { askedAgain } from './asked-again.ts';

const types: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', webm: 'video/webm' };

/**
 * Uploads as a browser does (tus 1.0, creation). A failed upload is repeated as a new one, and the unfinished one is
 * swept later.
 * @returns the id of the upload
 */
export const upload = async (gateway: string, token: string, file: string): Promise<string> => {
  const bytes = readFileSync(new URL(`./media/${file}`, import.meta.url));
  const facts = Object.entries({ filename: file, filetype: types[file.split('.').at(-1)!]!, purpose: 'podcast' });
  const headers = { cookie: `hearsay_session=${token}`, 'tus-resumable': '1.0.0' };
  const creation = {
    ...headers,
    'upload-length': String(bytes.length),
    'upload-metadata': facts.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`).join(','),
  };
  const sending = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  let location = '';
  const answer = await askedAgain(async () => {
    const created = await fetch(`${gateway}/api/uploads`, { method: 'POST', headers: creation });
    if (created.status !== 201) return created;
    location = created.headers.get('location')!;
    return fetch(gateway + location, { method: 'PATCH', headers: sending, body: bytes });
  });
  if (answer.status !== 204) throw new Error(`${answer.url} answers ${answer.status}: ${await answer.text()}`);
  return location.split('/').at(-1)!;
};
