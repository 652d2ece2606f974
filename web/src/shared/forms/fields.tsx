import { textLength } from '@hearsay/contracts';
import clsx from 'clsx';
import { type ChangeEvent, type ComponentProps, type ElementType, useState } from 'react';
import { formTexts } from '../texts/forms.ts';
import type { Elements } from '../ui/elements.ts';
import { EyeIcon, EyeOffIcon } from '../ui/icons.tsx';
import { GrowingTextArea } from './growing-text-area.tsx';
import { SpokenLimit } from './spoken-limit.tsx';
import { type Form, fieldId } from './use-form.ts';

export const tooLong = (text: string, limit: number): string | null =>
  textLength(text) > limit ? formTexts.atMost(limit) : null;

type Values = Readonly<Record<string, string | boolean>>;
type TextName<V> = { [Name in keyof V]: V[Name] extends string ? Name : never }[keyof V] & string;

interface TextFieldProps<V extends Values> {
  readonly form: Form<V>;
  readonly name: TextName<V>;
  readonly label: string;
  readonly limit?: number;
  readonly aside?: string;
  readonly hint?: string;
}

type Own = 'id' | 'name' | 'value' | 'onChange' | 'form' | 'className';

interface FieldFrameProps {
  readonly id: string;
  readonly label: string;
  readonly aside?: Elements;
  readonly hint?: string;
  readonly problem: string | null | undefined;
  readonly children: Elements;
}

function FieldFrame({ id, label, aside, hint, problem, children }: FieldFrameProps) {
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children}
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

function useField<V extends Values>({ form, name, limit, aside, hint }: TextFieldProps<V>) {
  const id = fieldId(form, name);
  const value = form.values[name] as string;
  const problem = form.problems[name];
  const length = textLength(value);
  const note =
    limit === undefined ? (
      aside && <span className="text-[0.8125rem] text-faint">{aside}</span>
    ) : (
      <>
        <span
          id={`${id}-count`}
          className={clsx('text-[0.8125rem]', length > limit ? 'font-semibold text-air' : 'text-faint')}
        >
          {formTexts.count(length, limit)}
        </span>
        <SpokenLimit left={limit - length} />
      </>
    );
  const described = [limit !== undefined && `${id}-count`, hint && `${id}-hint`, `${id}-error`]
    .filter(Boolean)
    .join(' ');
  const control = { id, name, value, 'aria-invalid': Boolean(problem), 'aria-describedby': described };
  const set = (text: string) => form.set(name, text as V[TextName<V>]);
  return { id, problem, note, control, set };
}

type InputProps<V extends Values> = TextFieldProps<V> &
  Omit<ComponentProps<'input'>, Own> &
  Pick<ComponentProps<'textarea'>, 'rows'> & {
    readonly className?: string;
    readonly clean?: (text: string) => string;
    readonly as?: ElementType;
  };

export function TextField<V extends Values>({
  form,
  name,
  label,
  limit,
  aside,
  hint,
  className,
  clean = (text) => text,
  as: Control = 'input',
  ...input
}: InputProps<V>) {
  const { id, problem, note, control, set } = useField({ form, name, label, limit, aside, hint });
  return (
    <FieldFrame id={id} label={label} aside={note} hint={hint} problem={problem}>
      <Control
        {...input}
        {...control}
        className={clsx('field', className)}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => set(clean(target.value))}
      />
    </FieldFrame>
  );
}

export const TextAreaField = <V extends Values>(props: InputProps<V>) => <TextField as={GrowingTextArea} {...props} />;

export function PasswordField<V extends Values>({
  form,
  name,
  label,
  hint,
  autoComplete,
  ...input
}: TextFieldProps<V> & { readonly autoComplete: 'current-password' | 'new-password' } & Pick<
    ComponentProps<'input'>,
    'enterKeyHint' | 'onKeyDown'
  >) {
  const [isShown, setShown] = useState(false);
  const { id, problem, control, set } = useField({ form, name, label, hint });
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <div className="relative">
        <input
          {...input}
          {...control}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="field pr-13"
          onChange={(event) => set(event.target.value)}
        />
        <button
          type="button"
          aria-label={isShown ? formTexts.hidePassword : formTexts.showPassword}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0.5 grid w-11 place-items-center text-soft"
        >
          {isShown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      </div>
    </FieldFrame>
  );
}
