import { keepPageWhile } from '../../shared/errors/kept-page.ts';
import { createStore } from '../../shared/store/store.ts';

export type UploadState =
  | { readonly step: 'none' }
  | { readonly step: 'going'; readonly name: string; readonly sent: number; readonly size: number }
  | { readonly step: 'failed'; readonly name: string }
  /** `path` names the finished upload. */
  | { readonly step: 'done'; readonly name: string; readonly path: string };

/** What can be done with an upload, wherever it is shown. */
export interface UploadWays {
  /** Goes on after a failure, where it was. */
  readonly retry: () => void;
  /** Ends it, also on the server. */
  readonly cancel: () => void;
}

const none: UploadState = { step: 'none' };
const noWays: UploadWays = { retry: () => undefined, cancel: () => undefined };

const { get: state, set, subscribe } = createStore<UploadState>(none);
let ways = noWays;

/** Lets the browser ask before its tab is closed: the file lies in this page alone. */
const warn = (event: Event): void => event.preventDefault();

const isOwed = (): boolean => state().step === 'going' || state().step === 'failed';
keepPageWhile(isOwed);

function become(next: UploadState): void {
  set(next);
  if (isOwed()) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

/** The one file of an episode that is on its way to the server; it outlives the page that it was begun on. */
export const begunUpload = {
  state,
  subscribe,
  become,
  begin: (next: UploadState, nextWays: UploadWays): void => {
    ways = nextWays;
    become(next);
  },
  retry: (): void => ways.retry(),
  cancel: (): void => ways.cancel(),
  /** Nothing more is to be said about it: it was used, or is known to be there. */
  forget: (): void => {
    ways = noWays;
    become(none);
  },
};
