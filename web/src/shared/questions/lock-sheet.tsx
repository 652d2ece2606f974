import { type EditQuestionBody, Question } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, sendAct } from '../api/api-client.ts';
import { boostQueries } from '../boosts/boost.queries.ts';
import { TextField } from '../forms/fields.tsx';
import { closeKeyboardOnEnter } from '../forms/keyboard-keys.ts';
import { useForm } from '../forms/use-form.ts';
import { parseWholeNumber, withAsciiDigits } from '../forms/whole-numbers.ts';
import { markFeedsStale, showEditedWords } from '../lists/list-cache.ts';
import { showFailure } from '../session/show-failure.ts';
import { formTexts } from '../texts/forms.ts';
import { lockTexts as texts } from '../texts/lock.ts';
import { toast } from '../toast/toast.ts';
import { Button } from '../ui/button.tsx';
import { closeDialog } from '../ui/dialog-store.ts';
import { Sheet } from '../ui/sheet.tsx';
import { LockEndFields, lockEndProblem, lockEndValues, parseLockEnd } from './lock-end-fields.tsx';
import { questionQueries, questionRef } from './question.queries.ts';

const isRefusal = (code: string | null): code is keyof typeof texts.refused => code !== null && code in texts.refused;

/** For the asker of a locked question. The end of the lock can be set until the first boost. */
export function LockSheet({ question, userId }: { question: Question; userId: string }) {
  const client = useQueryClient();
  const { id, replyBoostThreshold: most } = question;
  const { data: status } = useQuery(boostQueries.status(questionRef(question), userId));
  // The larger count of list and meter decides, because boosts that were taken back still count.
  const boostCount = Math.max(question.boostCount, status?.boostCount ?? 0);
  const isBoosted = boostCount > 0;
  const thresholdIn = (words: string): number | null => {
    const number = parseWholeNumber(words);
    return number !== null && number <= most ? number : null;
  };
  const form = useForm({
    initial: { threshold: String(most), ...lockEndValues(question.ifNotReached, question.lockUntil) },
    check: ({ threshold, ...end }) => ({
      threshold: thresholdIn(threshold) === null ? formTexts.wholeNumber(0, most) : null,
      // A question that opens now needs no end.
      lockUntil: isBoosted || thresholdIn(threshold) === 0 ? null : lockEndProblem(end),
    }),
    send: async ({ threshold, ...end }, idempotencyKey) => {
      const lowered = thresholdIn(threshold) ?? most;
      const body: EditQuestionBody = {
        userId,
        ...(lowered < most && { replyBoostThreshold: lowered }),
        ...(!isBoosted && lowered > 0 && parseLockEnd(end)),
      };
      const call = { method: 'PATCH', body } as const;
      const changed = await sendAct(client, Question, `/api/questions/${id}`, call, idempotencyKey);
      showEditedWords(client, id, changed);
      void markFeedsStale(client);
      void client.invalidateQueries(questionQueries.detail(id));
      closeDialog();
      toast.good(changed.isRevealed ? texts.opened : texts.saved);
    },
    onFailed: (error) => {
      const code = error instanceof ApiError ? error.code : null;
      if (isRefusal(code)) toast.bad(texts.failed.title, texts.refused[code]);
      else showFailure(client, error, texts.mustSignIn, texts.failed);
    },
  });
  const meant = thresholdIn(form.values.threshold);
  const opensNow = meant !== null && meant <= boostCount;
  const opensLater = [texts.opensAt(meant ?? most), ...(isBoosted && meant !== most ? [texts.opensByPeak] : [])].join(
    ' ',
  );
  const effect = opensNow ? (isBoosted ? texts.opensNow(boostCount) : texts.opensForAll) : opensLater;
  const verb = meant !== null && meant < most ? texts.submit : texts.save;
  return (
    <Sheet title={texts.title} onClose={closeDialog}>
      <p className="mt-1 text-soft">{texts.intro}</p>
      <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={form.submit}>
        <TextField
          form={form}
          name="threshold"
          label={texts.threshold}
          aside={formTexts.fromTo(0, most)}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          onKeyDown={closeKeyboardOnEnter}
          className="font-display text-xl font-bold"
          clean={withAsciiDigits}
        />
        <p role="status" className="text-sm text-soft">
          {effect}
        </p>
        {!opensNow &&
          (isBoosted ? (
            question.lockUntil && <p className="text-sm text-soft">{texts.fixed}</p>
          ) : (
            <LockEndFields form={form} />
          ))}
        <Button type="submit" disabled={form.isSending}>
          {form.isSending ? texts.saving : opensNow ? texts.open : verb}
        </Button>
      </form>
    </Sheet>
  );
}
