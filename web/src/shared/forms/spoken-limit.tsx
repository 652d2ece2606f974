import { formTexts } from '../texts/forms.ts';

/** Says to screen readers that a text comes near its limit and passes it: at these numbers only, as a counter would talk into every key. */
const SAID_AT = [0, 10, 40];

export function SpokenLimit({ left }: { left: number }) {
  const most = SAID_AT.find((few) => left <= few);
  return (
    <span aria-live="polite" className="sr-only">
      {left < 0 ? formTexts.beyondLimit : most === undefined ? '' : formTexts.leftAtMost(most)}
    </span>
  );
}
