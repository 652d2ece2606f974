import { useEffect, useRef, useState } from 'react';
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../../shared/api/api-error.ts';
import { filetypeOf } from './file-type.ts';

export type UploadState =
  | { readonly step: 'none' }
  | { readonly step: 'going'; readonly name: string; readonly sent: number; readonly size: number }
  | { readonly step: 'failed'; readonly name: string }
  | { readonly step: 'done'; readonly name: string };

interface UploadCalls {
  /** Called with the path that names the finished upload. */
  readonly onDone: (path: string) => void;
  /** Called with the server's own words, if it has said any. */
  readonly onFailed: (serverText: string | null) => void;
}

/** Milliseconds before each further attempt; after these the person is asked. */
const RETRY_AFTER = [0, 1000, 3000, 5000];

/** Uploads a file by tus 1.0: what was sent stays sent, however often the network goes. Leaving the page pauses it. */
export function useUpload({ onDone, onFailed }: UploadCalls) {
  const [state, setState] = useState<UploadState>({ step: 'none' });
  const upload = useRef<Upload | null>(null);
  const calls = useRef({ onDone, onFailed });
  calls.current = { onDone, onFailed };

  useEffect(() => () => void upload.current?.abort(), []);

  const begin = async (file: File): Promise<void> => {
    const { name, size } = file;
    const isOurs = () => upload.current === next;
    const next = new Upload(file, {
      endpoint: '/api/uploads',
      metadata: { filename: name, filetype: filetypeOf(file), purpose: 'podcast' },
      retryDelays: RETRY_AFTER,
      removeFingerprintOnSuccess: true,
      onProgress: (sent) => isOurs() && setState({ step: 'going', name, sent, size }),
      onSuccess: () => {
        if (!isOurs()) return;
        setState({ step: 'done', name });
        calls.current.onDone(new URL(next.url ?? '', window.location.origin).pathname);
      },
      onError: (error) => {
        if (!isOurs()) return;
        setState({ step: 'failed', name });
        calls.current.onFailed(serverTextOf(error));
      },
    });
    upload.current = next;
    setState({ step: 'going', name, sent: 0, size });
    // A file that was begun before goes on where it was.
    const [begun] = await next.findPreviousUploads().catch(() => []);
    if (!isOurs()) return;
    if (begun) next.resumeFromPreviousUpload(begun);
    next.start();
  };

  const retry = () => {
    if (state.step !== 'failed' || !upload.current) return;
    const { size } = upload.current.file as File;
    setState({ step: 'going', name: state.name, sent: 0, size });
    upload.current.start();
  };

  /** Ends the upload, also on the server. */
  const cancel = () => {
    const ended = upload.current;
    upload.current = null;
    setState({ step: 'none' });
    // What the server does not hear now ends there by itself, after a day.
    if (ended) ended.abort(state.step !== 'done').catch(() => undefined);
  };

  return { state, begin, retry, cancel };
}

/** The tus part answers plain text, all else a body of ours. */
function serverTextOf(error: Error | DetailedError): string | null {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (!answer) return null;
  const body = answer.getBody()?.trim() ?? '';
  return new ApiError(answer.getStatus(), body).serverText ?? (/^[^<{]{1,200}$/.test(body) ? body : null);
}
