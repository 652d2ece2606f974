import { readFileSync } from 'node:fs';
import { Upload } from 'tus-js-client';

const types: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', webm: 'video/webm' };
/** On a busy machine the gateway may answer 503, or not at all. */
const retryDelays = new Array<number>(20).fill(500);

/** @returns the id of the upload */
export const upload = (gateway: string, token: string, file: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const bytes = readFileSync(new URL(`./media/${file}`, import.meta.url));
    const upload = new Upload(bytes, {
      endpoint: `${gateway}/api/uploads`,
      headers: { cookie: `hearsay_session=${token}` },
      metadata: { filename: file, filetype: types[file.split('.').at(-1)!]!, purpose: 'podcast' },
      retryDelays,
      onError: reject,
      onSuccess: () => resolve(upload.url!.split('/').at(-1)!),
    });
    upload.start();
  });
