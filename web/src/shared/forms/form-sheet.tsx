import { isBlank } from '@hearsay/contracts';
import clsx from 'clsx';
import { useId } from 'react';
import { chatTexts } from '../texts/chat.ts';
import { frameTexts } from '../texts/frame.ts';
import { Button } from '../ui/button.tsx';
import type { Elements } from '../ui/elements.ts';
import { Sheet } from '../ui/sheet.tsx';
import { TextAreaField, tooLongProblem } from './fields.tsx';
import { type Form, type FormOptions, useForm } from './use-form.ts';

type Words<Name extends string> = Readonly<Record<Name, string>> & Readonly<Record<string, string | boolean>>;

interface FormSheetProps<Name extends string, V extends Words<Name>>
  extends Pick<FormOptions<V>, 'initial' | 'send' | 'onProblems'>,
    Partial<Pick<FormOptions<V>, 'check' | 'onFailed'>> {
  readonly title: string;
  readonly texts: Readonly<Record<'label' | 'placeholder' | 'submit' | 'pending', string>>;
  /** Name of the text field in the call's body. */
  readonly name: Name;
  readonly limit: number;
  readonly rows?: number;
  readonly draft: string;
  readonly onClose: () => void;
  readonly intro?: string;
  readonly kinds?: string;
  readonly emptyText?: string;
  readonly missing?: string | null;
  readonly isCancelShown?: boolean;
  readonly children?: (form: Form<V>) => Elements;
}

export function FormSheet<Name extends string, V extends Words<Name>>(props: FormSheetProps<Name, V>) {
  const { title, texts, name, limit, rows = 4, onClose, intro, kinds, emptyText, missing = null } = props;
  const id = useId();
  const form = useForm<V>({
    initial: props.initial,
    draft: props.draft,
    check: (values) =>
      ({ [name]: tooLongProblem(values[name], limit), ...props.check?.(values) }) as ReturnType<
        FormOptions<V>['check']
      >,
    onProblems: props.onProblems,
    send: async (values, key) => {
      await props.send(values, key);
      onClose();
    },
    onFailed: props.onFailed ?? (() => undefined),
  });
  const isEmpty = emptyText !== undefined && isBlank(form.values[name]);
  const said = (isEmpty && emptyText) || missing;
  const button = (
    <Button
      type="submit"
      className={props.isCancelShown ? 'min-w-32 flex-1' : undefined}
      disabled={isEmpty || missing !== null || form.isSending}
      aria-describedby={said ? id : undefined}
    >
      {form.isSending ? texts.pending : texts.submit}
    </Button>
  );
  const fields = (
    <form noValidate className={kinds ? 'flex flex-col gap-3' : 'mt-3 flex flex-col gap-3'} onSubmit={form.submit}>
      <TextAreaField
        form={form}
        name={name as never}
        label={texts.label}
        limit={limit}
        rows={rows}
        placeholder={texts.placeholder}
        dir="auto"
      />
      {props.children?.(form)}
      {props.isCancelShown ? (
        <div className="flex flex-wrap gap-2.5">
          <Button weight="quiet" className="min-w-32 flex-1" onClick={onClose}>
            {frameTexts.cancel}
          </Button>
          {button}
        </div>
      ) : (
        button
      )}
      {said && (
        <p id={id} className="-mt-1 text-center text-sm text-soft">
          {said}
        </p>
      )}
    </form>
  );
  return (
    <Sheet title={title} onClose={onClose}>
      {intro && <p className="mt-1 text-soft">{intro}</p>}
      {kinds ? <KindTabs label={kinds}>{fields}</KindTabs> : fields}
    </Sheet>
  );
}

function KindTabs({ label, children }: { label: string; children: Elements }) {
  const { text, audio, video, comingSoon } = chatTexts.dialog;
  const kinds = [text, audio, video];
  const id = useId();
  return (
    <>
      <div role="tablist" aria-label={label} className="my-3 flex flex-wrap gap-1 rounded-control bg-raised p-1">
        {kinds.map((kind) => (
          <button
            key={kind}
            id={`${id}-${kind}`}
            type="button"
            role="tab"
            aria-selected={kind === text}
            aria-controls={`${id}-${kind}-panel`}
            disabled={kind !== text}
            className={clsx(
              'min-h-11 min-w-[5.2rem] flex-1 rounded-[11px] px-2 text-sm font-semibold',
              kind === text ? 'bg-surface text-text' : 'text-soft',
            )}
          >
            <span>{kind}</span>
            {kind !== text && (
              <span className="block text-[0.72rem] leading-tight font-medium text-soft">{comingSoon}</span>
            )}
          </button>
        ))}
      </div>
      {kinds.map((kind) => (
        <div
          key={kind}
          role="tabpanel"
          id={`${id}-${kind}-panel`}
          aria-labelledby={`${id}-${kind}`}
          hidden={kind !== text}
        >
          {kind === text ? children : <p>{comingSoon}</p>}
        </div>
      ))}
    </>
  );
}
