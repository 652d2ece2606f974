import { keepPageWhile } from '../errors/kept-page.ts';
import { createStore } from '../store/store.ts';
import type { Sound } from './sound.ts';

const { get: current, set: become, subscribe } = createStore<Sound | null>(null);
keepPageWhile(() => current() !== null);

/** The one episode that people listen to, playing or paused on its way; it outlives the page that it was started on. */
export const started = { current, become, subscribe };
