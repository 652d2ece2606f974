import { keepPageWhile } from '../errors/kept-page.ts';

let having: HTMLMediaElement | null = null;
keepPageWhile(() => having?.paused === false);

/** Of all sounds and videos of the page one plays: whichever begins ends the turn of the one before. */
export function takeTurn(element: HTMLMediaElement): void {
  if (having !== element) having?.pause();
  having = element;
}
