import { type FormEvent, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, newIdempotencyKey } from '../api/api-client.ts';
import { loadJsonDraft, saveDraft } from '../drafts/drafts.ts';
import { toastIfOffline } from '../toast/toast.ts';

type Values = Readonly<Record<string, string | boolean>>;

type Problems<V extends Values> = { readonly [Name in keyof V]?: string | null };

export interface FormOptions<V extends Values> {
  readonly initial: V;
  /** Problems by field, shown after the first attempt to send. */
  readonly check: (values: V) => Problems<V>;
  /** Unchanged values keep their key, with a draft even across reloads, so that a retry has no second effect. */
  readonly send: (values: V, idempotencyKey: string) => Promise<unknown>;
  readonly onFailed: (error: unknown) => void;
  readonly onProblems?: (problems: Problems<V>) => void;
  readonly draft?: string;
}

export interface Form<V extends Values> {
  readonly id: string;
  readonly values: V;
  readonly problems: Problems<V>;
  readonly isSending: boolean;
  readonly isFromDraft: boolean;
  readonly startOver: () => void;
  readonly set: <Name extends keyof V>(name: Name, value: V[Name]) => void;
  readonly submit: (event: FormEvent) => Promise<void>;
}

export function useForm<V extends Values>({
  initial,
  check,
  send,
  onFailed,
  onProblems,
  draft,
}: FormOptions<V>): Form<V> {
  const id = useId();
  const [values, setValues] = useState<V>(() => withDraft(initial, draft));
  // Holds the newest values, because one event may set two fields and an async callback may set one later.
  const latest = useRef(values);
  const [isFromDraft, setFromDraft] = useState(() => JSON.stringify(values) !== JSON.stringify(initial));
  const [isChecked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<Problems<V>>({});
  const [begun] = useState(() => (draft && loadJsonDraft(actName(draft), Act)) || none);
  const act = useRef(begun);

  const problems = isChecked ? { ...refused, ...wrongOf(check(values)) } : refused;

  const set: Form<V>['set'] = (name, value) => {
    const next = { ...latest.current, [name]: value };
    latest.current = next;
    setValues(next);
    setRefused((before) => ({ ...before, [name]: null }));
    if (draft) saveDraft(draft, JSON.stringify(next));
  };

  const startOver = () => {
    latest.current = initial;
    setValues(initial);
    setRefused({});
    setChecked(false);
    setFromDraft(false);
    if (draft) saveDraft(draft, null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setChecked(true);
    const wrong = wrongOf(check(values));
    if (Object.keys(wrong).length > 0) {
      focusFirst(id, initial, wrong);
      onProblems?.(wrong);
      return;
    }
    const words = JSON.stringify(values);
    if (act.current.words !== words) act.current = { words, key: newIdempotencyKey() };
    if (draft) saveDraft(actName(draft), JSON.stringify(act.current));
    setSending(true);
    toastIfOffline();
    try {
      await send(values, act.current.key);
      act.current = none;
      if (draft) {
        saveDraft(draft, null);
        saveDraft(actName(draft), null);
      }
      setFromDraft(false);
    } catch (error) {
      const fields = error instanceof ApiError ? ownFields(error.fields, initial) : {};
      setRefused(fields);
      focusFirst(id, initial, fields);
      onFailed(error);
    } finally {
      setSending(false);
    }
  };

  return { id, values, problems, isSending, isFromDraft, startOver, set, submit };
}

export const fieldId = (form: Pick<Form<Values>, 'id'>, name: string): string => `${form.id}-${name}`;

const wrongOf = <V extends Values>(problems: Problems<V>): Problems<V> =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)) as Problems<V>;

/** Drops fields that this form lacks, because the server may name such fields. */
const ownFields = <V extends Values>(fields: Readonly<Record<string, string>>, initial: V): Problems<V> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in initial)) as Problems<V>;

function focusFirst<V extends Values>(id: string, initial: V, wrong: Problems<V>): void {
  const first = Object.keys(initial).find((name) => wrong[name]);
  if (first) document.getElementById(fieldId({ id }, first))?.focus();
}

const Act = z.object({ words: z.string(), key: z.string() });
const none: z.infer<typeof Act> = { words: '', key: '' };
const actName = (draft: string): string => `${draft} act`;

/** Drops stored values that no longer fit the form. */
function withDraft<V extends Values>(initial: V, draft: string | undefined): V {
  const kept = (draft && loadJsonDraft(draft, z.record(z.string(), z.unknown()))) || {};
  const fitting = Object.entries(kept).filter(
    ([name, value]) => name in initial && typeof value === typeof initial[name],
  );
  return { ...initial, ...Object.fromEntries(fitting) };
}
