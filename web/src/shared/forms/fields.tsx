import { textLength } from '@hearsay/contracts';
import clsx from 'clsx';
import { type ChangeEvent, type ComponentProps, type ElementType, useState } from 'react';
import { formTexts } from '../texts/forms.ts';
import { TextButton } from '../ui/button.tsx';
import type { Elements } from '../ui/elements.ts';
import { EyeIcon, EyeOffIcon } from '../ui/icons.tsx';
import { GrowingTextArea } from './growing-text-area.tsx';
import { LimitAnnouncement } from './limit-announcement.tsx';
import { type Form, fieldId } from './use-form.ts';

export const tooLongProblem = (text: string, limit: number): string | null =>
  textLength(text) > limit ? formTexts.atMost(limit) : null;

type Values = Readonly<Record<string, string | boolean>>;
type TextName<V> = { [Name in keyof V]: V[Name] extends string ? Name : never }[keyof V] & string;

type Own = 'id' | 'name' | 'value' | 'onChange' | 'form' | 'className';

interface InputProps<V extends Values>
  extends Omit<ComponentProps<'input'>, Own>,
    Pick<ComponentProps<'textarea'>, 'rows'> {
  readonly form: Form<V>;
  readonly name: TextName<V>;
  readonly label: string;
  readonly limit?: number;
  readonly aside?: string;
  readonly hint?: string;
  readonly className?: string;
  readonly clean?: (text: string) => string;
  readonly as?: ElementType;
  /** A control that lies over the end of the field. */
  readonly inside?: Elements;
}

export function TextField<V extends Values>(props: InputProps<V>) {
  const { form, name, label, limit, aside, hint, className, clean, as: Control = 'input', inside, ...input } = props;
  const id = fieldId(form, name);
  const value = form.values[name] as string;
  const problem = form.problems[name];
  const length = textLength(value);
  const described = [limit !== undefined && `${id}-count`, hint && `${id}-hint`, `${id}-error`];
  const control = (
    <Control
      {...input}
      id={id}
      name={name}
      value={value}
      aria-invalid={Boolean(problem)}
      aria-describedby={described.filter(Boolean).join(' ')}
      className={clsx('field', className)}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) =>
        form.set(name, (clean ? clean(target.value) : target.value) as V[TextName<V>])
      }
    />
  );
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {limit !== undefined ? (
          <>
            <span
              id={`${id}-count`}
              className={clsx('text-[0.8125rem]', length > limit ? 'font-semibold text-air' : 'text-faint')}
            >
              {formTexts.count(length, limit)}
            </span>
            <LimitAnnouncement left={limit - length} />
          </>
        ) : (
          aside && <span className="text-[0.8125rem] text-faint">{aside}</span>
        )}
      </div>
      {inside ? (
        <div className="relative">
          {control}
          {inside}
        </div>
      ) : (
        control
      )}
      {hint && (
        <p id={`${id}-hint`} className="pt-1.5 text-sm text-soft">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="text-sm font-medium text-air">
        {problem && <span className="block pt-1.5">{problem}</span>}
      </p>
    </div>
  );
}

export const TextAreaField = <V extends Values>(props: InputProps<V>) => <TextField as={GrowingTextArea} {...props} />;

export function PasswordField<V extends Values>(
  props: InputProps<V> & { readonly autoComplete: 'current-password' | 'new-password' },
) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="pr-13"
      inside={
        <button
          type="button"
          aria-label={isShown ? formTexts.hidePassword : formTexts.showPassword}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0.5 grid w-11 place-items-center text-soft"
        >
          {isShown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  );
}

export function DraftNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-raised px-4 py-1 text-sm text-soft">
      <span>{formTexts.draftKept}</span>
      <TextButton onClick={onStartOver}>{formTexts.startOver}</TextButton>
    </p>
  );
}

export const HiddenUsername = ({ username }: { username: string }) => (
  <input hidden readOnly autoComplete="username" value={username} />
);
