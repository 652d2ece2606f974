import { limits, Success, textLength, WordRule, WordRulePreview, WordRules } from '@hearsay/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, newIdempotencyKey, read, send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { TextField, tooLongProblem } from '../../shared/forms/fields.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useLate } from '../../shared/forms/use-late.ts';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { showUpdateFailure } from '../../shared/session/own-user.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { exactTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { toast, toastIfOffline } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { LoadingOrFailedState } from '../../shared/ui/states.tsx';
import { SettingsCard, useFewFirst } from './settings-card.tsx';

const texts = settingsTexts.wordRules;
const { min, max } = limits.wordRule;

const ownRules = queryOptions({
  queryKey: queryKeys.wordRules.list,
  queryFn: ({ signal }) => read(WordRules, '/api/word-rules', signal),
  staleTime: 0,
});

/** Reads the rules again, and the questions that they hold. */
const useReadRulesAgain = () => {
  const client = useQueryClient();
  return () =>
    Promise.all([client.invalidateQueries(ownRules), client.invalidateQueries({ queryKey: queryKeys.person.all })]);
};

export function WordRulesCard() {
  const { data, isError, refetch } = useQuery(ownRules);
  return (
    <SettingsCard title={texts.title}>
      <p className="text-soft">{texts.lead}</p>
      {data ? (
        <Rules rules={data} />
      ) : (
        <LoadingOrFailedState isError={isError} text={texts.loadFailed} onRetry={refetch} />
      )}
      <RuleForm />
      <Link
        to="/profile?tab=filtered"
        className="inline-flex min-h-11 items-center self-start text-sm font-semibold underline underline-offset-4"
      >
        {texts.toHeld}
      </Link>
    </SettingsCard>
  );
}

function Rules({ rules }: { rules: readonly WordRule[] }) {
  const now = useNow();
  const client = useQueryClient();
  const changed = useReadRulesAgain();
  const remove = useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      send(Success, `/api/word-rules/${id}`, { method: 'DELETE', idempotencyKey }),
    onSuccess: () => toast.good(texts.removed),
    onError: (error) => showUpdateFailure(client, error, texts.removeFailed),
    onSettled: changed,
  });
  const { shown, showAll } = useFewFirst(rules);
  const endOf = (expiresAt: string) => (Date.parse(expiresAt) > now ? texts.until(exactTime(expiresAt)) : texts.ended);
  return (
    <>
      <SlidingList ids={shown.map(({ id }) => id)} className="-my-2 flex flex-col empty:hidden">
        {shown.map(({ id, text, expiresAt }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 border-line not-first:border-t">
            <span className="min-w-0 flex-1">
              <span dir="auto" className="words block font-semibold">
                {text}
              </span>
              {expiresAt !== null && <span className="block text-sm text-soft">{endOf(expiresAt)}</span>}
            </span>
            <button
              type="button"
              aria-label={texts.remove(text)}
              disabled={remove.isPending}
              onClick={() => {
                toastIfOffline();
                remove.mutate({ id, idempotencyKey: newIdempotencyKey() });
              }}
              className="-mr-3 grid size-11 flex-none place-items-center rounded-control text-soft"
            >
              <CloseIcon size={20} />
            </button>
          </li>
        ))}
      </SlidingList>
      {showAll}
    </>
  );
}

const DAY_MS = 86_400_000;
const ENDS = { never: null, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
const ends = Object.keys(ENDS) as (keyof typeof ENDS)[];

function RuleForm() {
  const now = useNow();
  const client = useQueryClient();
  const changed = useReadRulesAgain();
  const form = useForm({
    initial: { text: '', ends: 'never' as keyof typeof ENDS },
    check: ({ text }) => ({ text: textLength(text) < min ? texts.tooShort(min) : tooLongProblem(text, max) }),
    send: async ({ text, ends: end }, idempotencyKey) => {
      const after = ENDS[end];
      const body = { text: text.trim(), expiresAt: after && new Date(now + after).toISOString() };
      await send(WordRule, '/api/word-rules', { body, idempotencyKey });
      toast.good(texts.added);
      form.startOver();
      await changed();
    },
    onFailed: (error) => {
      const isTooMany = error instanceof ApiError && error.code === 'too_many';
      showUpdateFailure(client, error, isTooMany ? texts.tooMany(limits.wordRules) : texts.addFailed);
    },
  });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <TextField
        form={form}
        name="text"
        label={texts.label}
        limit={max}
        hint={texts.hint}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
      />
      <Preview text={form.values.text.trim()} />
      <Choices
        legend={texts.ends}
        name="word-rule-ends"
        choices={ends.map((value) => ({ value, label: texts[value] }))}
        chosen={form.values.ends}
        onChoose={(value) => form.set('ends', value)}
      />
      <Button type="submit" weight="quiet" disabled={form.isSending}>
        {form.isSending ? texts.adding : texts.add}
      </Button>
    </form>
  );
}

/** Milliseconds without typing until a preview is read. */
const PAUSE_MS = 400;

function Preview({ text }: { text: string }) {
  const sought = useLate(text, PAUSE_MS);
  const { data } = useQuery({
    queryKey: queryKeys.wordRules.preview(sought),
    queryFn: () => send(WordRulePreview, '/api/word-rules/preview', { body: { text: sought } }),
    enabled: sought.length >= min && sought.length <= max,
    staleTime: 0,
  });
  return (
    <p role="status" className="min-h-5 text-sm text-soft">
      {data && sought === text && texts.preview(data.held, data.of)}
    </p>
  );
}
