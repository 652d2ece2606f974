import { blockReloadWhile } from '../../shared/errors/block-reload.ts';
import { createStore } from '../../shared/store/store.ts';

/** `sent` and `size` count bytes. `path` is the address of the uploaded file. */
export type UploadState =
  | { readonly step: 'none' }
  | { readonly step: 'going'; readonly name: string; readonly sent: number; readonly size: number }
  | { readonly step: 'failed'; readonly name: string }
  | { readonly step: 'done'; readonly name: string; readonly path: string };

/** The file itself, as long as this page holds it. */
export interface UploadSource {
  readonly file: File;
  /** Length of a recording. Null for a chosen file. */
  readonly seconds: number | null;
}

export interface UploadActions {
  readonly retry: () => void;
  readonly cancel: () => void;
}

const none: UploadState = { step: 'none' };
const noActions: UploadActions = { retry: () => undefined, cancel: () => undefined };

const { get: state, set, subscribe } = createStore<UploadState>(none);
let actions = noActions;
let source: UploadSource | null = null;

/** Makes the browser ask before the tab closes, because the file exists only in this page. */
const warn = (event: Event): void => event.preventDefault();

const isUnfinished = (): boolean => state().step === 'going' || state().step === 'failed';
blockReloadWhile(isUnfinished);

function setState(next: UploadState): void {
  set(next);
  if (isUnfinished()) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

/** The only upload of this page. It outlives the form that has started it. */
export const currentUpload = {
  state,
  subscribe,
  setState,
  /** Null without an upload, and after a reload. */
  source: (): UploadSource | null => source,
  start: (next: UploadState, nextActions: UploadActions, nextSource: UploadSource | null = null): void => {
    actions = nextActions;
    source = nextSource;
    setState(next);
  },
  retry: (): void => actions.retry(),
  cancel: (): void => actions.cancel(),
  /** Call it when the upload was published or cancelled, or when the user has closed its finished bar. */
  clear: (): void => {
    actions = noActions;
    source = null;
    setState(none);
  },
};
