import { mediaTypeOf } from '@hearsay/contracts';
import { DetailedError, Upload } from 'tus-js-client';
import * as z from 'zod/mini';
import { ApiError } from '../../shared/api/api-client.ts';
import { loadJsonDraft, saveDraft } from '../../shared/drafts/drafts.ts';
import { publishTexts as texts } from '../../shared/texts/publish.ts';
import { toast } from '../../shared/toast/toast.ts';
import { currentUpload } from './current-upload.ts';

/** Draft of the podcast form. A finished upload writes its address there. */
export const podcastDraftName = 'podcast';

/** Milliseconds before each retry. After the last one, the user must retry. */
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000];

/** Milliseconds without progress until a retry. After a change of network, a running request never ends. */
const SILENCE_MS = 30_000;

/** Bytes of a piece. Many proxies limit bodies to 1 MB, which some count as 1,000,000 bytes. */
const PIECE_BYTES = 900_000;

/**
 * Uploads by tus 1.0, in pieces if a proxy limits bodies. The upload survives navigation and a lost network.
 * @param seconds length of a recording
 */
export async function uploadEpisode(file: File, seconds: number | null = null): Promise<void> {
  currentUpload.cancel();
  const { name, size } = file;
  let isOurs = true;
  let silences = 0;
  let maxSent = 0;
  let silence: ReturnType<typeof setTimeout>;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(goOn, SILENCE_MS);
  };
  const upload = new Upload(file, {
    endpoint: '/api/uploads',
    metadata: { filename: name, filetype: mediaTypeOf(file.type, name), purpose: 'podcast' },
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: listen,
    onProgress: (sent) => {
      // Each attempt first reports the bytes of the previous attempt.
      if (sent > maxSent) silences = 0;
      maxSent = Math.max(maxSent, sent);
      listen();
      if (isOurs) currentUpload.setState({ step: 'going', name, sent, size });
    },
    onSuccess: () => {
      clearTimeout(silence);
      if (!isOurs) return;
      const path = new URL(upload.url ?? '', window.location.origin).pathname;
      // Adds the path to the draft of the form. Replaces a draft that does not parse.
      saveDraft(
        podcastDraftName,
        JSON.stringify({ ...loadJsonDraft(podcastDraftName, z.looseObject({})), mediaUrl: path }),
      );
      currentUpload.setState({ step: 'done', name, path });
      toast.good(texts.uploaded);
    },
    onError: (error) => {
      clearTimeout(silence);
      if (!isOurs) return;
      if (isTooLargeForProxy(error) && upload.options.chunkSize !== PIECE_BYTES) {
        upload.options.chunkSize = PIECE_BYTES;
        upload.start();
        return;
      }
      fail(serverTextOf(error));
    },
  });
  const fail = (reason: string | null) => {
    currentUpload.setState({ step: 'failed', name });
    toast.bad(texts.uploadFailed, reason ?? texts.uploadFailedText);
    if (!navigator.onLine) window.addEventListener('online', retry, { once: true });
  };
  const goOn = async () => {
    await upload.abort();
    silences += 1;
    if (!isOurs) return;
    if (silences < RETRY_DELAYS_MS.length) upload.start();
    else fail(null);
  };
  const start = () => {
    silences = 0;
    currentUpload.setState({ step: 'going', name, sent: 0, size });
    upload.start();
  };
  const retry = () => {
    window.removeEventListener('online', retry);
    if (isOurs && currentUpload.state().step === 'failed') start();
  };
  const cancel = () => {
    isOurs = false;
    clearTimeout(silence);
    window.removeEventListener('online', retry);
    const isOnServer = currentUpload.state().step !== 'done';
    currentUpload.clear();
    // If the server misses this call, it deletes the upload after a day.
    upload.abort(isOnServer).catch(() => undefined);
  };
  currentUpload.start({ step: 'going', name, sent: 0, size }, { retry, cancel }, { file, seconds });
  const [begun] = await upload.findPreviousUploads().catch(() => []);
  if (!isOurs) return;
  if (begun) upload.resumeFromPreviousUpload(begun);
  upload.start();
}

/** A 413 for a PATCH comes from a proxy. The gateway refuses too many bytes when the upload is created. */
function isTooLargeForProxy(error: Error | DetailedError): boolean {
  return (
    error instanceof DetailedError &&
    error.originalRequest?.getMethod() === 'PATCH' &&
    error.originalResponse?.getStatus() === 413
  );
}

/** The tus endpoint answers with plain text, all other endpoints with our error body. */
function serverTextOf(error: Error | DetailedError): string | null {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (!answer) return null;
  const body = answer.getBody()?.trim() ?? '';
  return new ApiError(answer.getStatus(), body).serverText ?? (/^[^<{]{1,200}$/.test(body) ? body : null);
}
