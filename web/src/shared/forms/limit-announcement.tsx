import { formTexts } from '../texts/forms.ts';

/** Remaining characters at which the limit is announced. An announcement at every key would interrupt the user. */
const SAID_AT = [0, 10, 40];

export function LimitAnnouncement({ left }: { left: number }) {
  const most = SAID_AT.find((few) => left <= few);
  return (
    <span aria-live="polite" className="sr-only">
      {left < 0 ? formTexts.beyondLimit : most === undefined ? '' : formTexts.leftAtMost(most)}
    </span>
  );
}
