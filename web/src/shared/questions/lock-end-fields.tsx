import { type EditQuestionBody, IfNotReached, limits } from '@hearsay/contracts';
import { TextField } from '../forms/fields.tsx';
import type { Form } from '../forms/use-form.ts';
import { lockTexts } from '../texts/lock.ts';
import { Choices } from '../ui/choices.tsx';

/** Form values for the end of a lock. `lockUntil` is the local time of a `datetime-local` field, or empty. */
export type LockEndValues = { readonly ifNotReached: string; readonly lockUntil: string };

const DAY_MS = 86_400_000;
const PRESET_DAYS = 7;
const MINUTE_CHARACTERS = 16;

const choices = IfNotReached.options.map((value) => ({ value, label: lockTexts.endKinds[value] }));

const localTime = (ms: number): string => {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, MINUTE_CHARACTERS);
};

export const lockEndValues = (ifNotReached: IfNotReached, lockUntil: string | null): LockEndValues => ({
  ifNotReached,
  lockUntil: lockUntil === null ? '' : localTime(Date.parse(lockUntil)),
});

/** Without an end, the lock stays until its boosts open it. */
export const parseLockEnd = ({
  ifNotReached,
  lockUntil,
}: LockEndValues): Pick<EditQuestionBody, keyof LockEndValues> =>
  ifNotReached === 'stay'
    ? { ifNotReached: 'stay', lockUntil: null }
    : { ifNotReached: IfNotReached.parse(ifNotReached), lockUntil: new Date(lockUntil).toISOString() };

/** Text for a missing date, or for one that is past or too far ahead. Null if the end is valid. */
export function lockEndProblem({ ifNotReached, lockUntil }: LockEndValues): string | null {
  if (ifNotReached === 'stay') return null;
  const aheadMs = Date.parse(lockUntil) - Date.now();
  return aheadMs > 0 && aheadMs <= limits.lockDays * DAY_MS ? null : lockTexts.untilMissing;
}

export function LockEndFields<V extends LockEndValues & Readonly<Record<string, string | boolean>>>({
  form,
}: {
  readonly form: Form<V>;
}) {
  const { ifNotReached, lockUntil } = form.values;
  const set = form.set as (name: keyof LockEndValues, value: string) => void;
  const choose = (value: string) => {
    set('ifNotReached', value);
    if (value !== 'stay' && lockUntil === '') set('lockUntil', localTime(Date.now() + PRESET_DAYS * DAY_MS));
  };
  return (
    <div className="flex flex-col gap-3">
      <Choices
        legend={lockTexts.end}
        name="if-not-reached"
        choices={choices}
        chosen={ifNotReached as IfNotReached}
        onChoose={choose}
      />
      {ifNotReached !== 'stay' && (
        <TextField
          form={form}
          name={'lockUntil' as never}
          label={lockTexts.until}
          type="datetime-local"
          min={localTime(Date.now())}
          max={localTime(Date.now() + limits.lockDays * DAY_MS)}
        />
      )}
    </div>
  );
}
