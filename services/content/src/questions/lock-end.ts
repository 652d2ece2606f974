import { limits, Refusal } from '@hearsay/contracts';

const dayMs = 86_400_000;

/** @throws Refusal `invalid_input` if the question has no closed lock, or if `lockUntil` is past or too far ahead */
export const checkLockEndRange = (lockUntil: string, isLocked: boolean, now: string): void => {
  const aheadMs = Date.parse(lockUntil) - Date.parse(now);
  const isInRange = aheadMs > 0 && aheadMs <= limits.lockDays * dayMs;
  if (isLocked && isInRange) return;
  const text = isLocked ? `Choose a time within the next ${limits.lockDays} days` : 'Only a lock can have an end';
  throw new Refusal('invalid_input', text, { fields: { lockUntil: text } });
};
