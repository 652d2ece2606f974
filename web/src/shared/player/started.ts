import { keepPageWhile } from '../errors/kept-page.ts';
import { createStore } from '../store/store.ts';
import type { Sound } from './sound.ts';

const { get: current, set: become, subscribe } = createStore<Sound | null>(null);
keepPageWhile(() => current() !== null);

export const started = { current, become, subscribe };
