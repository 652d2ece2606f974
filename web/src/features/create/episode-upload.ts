import { mediaTypeOf } from '@hearsay/contracts';
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../../shared/api/api-error.ts';
import { keepDraft, loadDraft } from '../../shared/drafts/drafts.ts';
import { publishTexts as texts } from '../../shared/texts/publish.ts';
import { toast } from '../../shared/toast/toast.ts';
import { begunUpload } from './begun-upload.ts';

/** The name under which the form keeps what is written. */
export const podcastDraft = 'podcast';

/** Milliseconds before each further attempt; after these the person is asked. */
const RETRY_AFTER = [0, 1000, 3000, 5000];

/** Milliseconds without a byte sent or an answer: a network that was changed on the way swallows both. */
const SILENT_AFTER = 30_000;

/** Proxies often take no larger body than 1 MB, which some of them count as 1,000,000 bytes. */
const PIECE_BYTES = 900_000;

/**
 * Uploads a file by tus 1.0: what was sent stays sent, however often the network goes. It goes on while one walks through the app; where the network was lost,
 * as soon as there is one; in pieces, where a proxy takes no large bodies. What is finished is kept with the words of the form, which may be closed by then. Another file takes its place.
 */
export async function uploadEpisode(file: File): Promise<void> {
  begunUpload.cancel();
  const { name, size } = file;
  let isOurs = true;
  let silences = 0;
  let mostSent = 0;
  let silence: ReturnType<typeof setTimeout>;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(goOn, SILENT_AFTER);
  };
  const upload = new Upload(file, {
    endpoint: '/api/uploads',
    metadata: { filename: name, filetype: mediaTypeOf(file.type, name), purpose: 'podcast' },
    retryDelays: RETRY_AFTER,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: listen,
    onProgress: (sent) => {
      // Each attempt begins by telling what was sent before it.
      if (sent > mostSent) silences = 0;
      mostSent = Math.max(mostSent, sent);
      listen();
      if (isOurs) begunUpload.become({ step: 'going', name, sent, size });
    },
    onSuccess: () => {
      clearTimeout(silence);
      if (!isOurs) return;
      const path = new URL(upload.url ?? '', window.location.origin).pathname;
      keepWithWords(path);
      begunUpload.become({ step: 'done', name, path });
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
    begunUpload.become({ step: 'failed', name });
    toast.bad(texts.uploadFailed, reason ?? texts.uploadFailedText);
    if (!navigator.onLine) window.addEventListener('online', retry, { once: true });
  };
  const goOn = async () => {
    await upload.abort();
    silences += 1;
    if (!isOurs) return;
    if (silences < RETRY_AFTER.length) upload.start();
    else fail(null);
  };
  const start = () => {
    silences = 0;
    begunUpload.become({ step: 'going', name, sent: 0, size });
    upload.start();
  };
  const retry = () => {
    window.removeEventListener('online', retry);
    if (isOurs && begunUpload.state().step === 'failed') start();
  };
  const cancel = () => {
    isOurs = false;
    clearTimeout(silence);
    window.removeEventListener('online', retry);
    const isOnServer = begunUpload.state().step !== 'done';
    begunUpload.forget();
    // What the server does not hear now ends there by itself, after a day.
    upload.abort(isOnServer).catch(() => undefined);
  };
  begunUpload.begin({ step: 'going', name, sent: 0, size }, { retry, cancel });
  // A file that was begun before goes on where it was.
  const [begun] = await upload.findPreviousUploads().catch(() => []);
  if (!isOurs) return;
  if (begun) upload.resumeFromPreviousUpload(begun);
  upload.start();
}

/** The form finds it with its words, whenever it is opened again. */
function keepWithWords(mediaUrl: string): void {
  let words: unknown = null;
  try {
    words = JSON.parse(loadDraft(podcastDraft) ?? 'null');
  } catch {
    // What cannot be read is written anew.
  }
  keepDraft(podcastDraft, JSON.stringify({ ...(typeof words === 'object' ? words : null), mediaUrl }));
}

/** The gateway refuses a file that is too large when its upload is created, so a refused part of it was too large for a proxy. */
function isTooLargeForProxy(error: Error | DetailedError): boolean {
  return (
    error instanceof DetailedError &&
    error.originalRequest?.getMethod() === 'PATCH' &&
    error.originalResponse?.getStatus() === 413
  );
}

/** The tus part answers plain text, all else a body of ours. */
function serverTextOf(error: Error | DetailedError): string | null {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (!answer) return null;
  const body = answer.getBody()?.trim() ?? '';
  return new ApiError(answer.getStatus(), body).serverText ?? (/^[^<{]{1,200}$/.test(body) ? body : null);
}
