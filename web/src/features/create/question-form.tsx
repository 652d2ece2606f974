import { type AskQuestionBody, isBlank, limits, Question, type User, UsualBoosts } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';
import { isOwnConfession } from '../../shared/cards/content-rules.ts';
import { showEarnedXp } from '../../shared/earnings/show-earned.ts';
import { DraftNotice, TextAreaField, TextField, tooLongProblem } from '../../shared/forms/fields.tsx';
import { closeKeyboardOnEnter, focusNextOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { parseWholeNumber, withAsciiDigits } from '../../shared/forms/whole-numbers.ts';
import { publishedConfessionState } from '../../shared/navigation/published-state.ts';
import { LockEndFields, lockEndProblem, parseLockEnd } from '../../shared/questions/lock-end-fields.tsx';
import { showFailure } from '../../shared/session/show-failure.ts';
import { LevelMeter } from '../../shared/sound/level-meter.tsx';
import { createTexts } from '../../shared/texts/create.ts';
import { formTexts } from '../../shared/texts/forms.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { SimilarQuestions } from './similar-questions.tsx';
import { usePublish } from './use-publish.ts';

const texts = createTexts.question;
const { min, max } = limits.confessionThreshold;

type Target = Pick<User, 'id' | 'username' | 'canAskAnonymously'>;

const thresholdIn = (words: string): number | null => {
  const number = parseWholeNumber(words);
  return number !== null && number >= min && number <= max ? number : null;
};

/** The threshold of a form whose author has not chosen one. The field then shows what questions here usually reach. */
const USUAL = 'usual';
const empty = {
  ...{ title: '', description: '', threshold: USUAL, isConfession: false, isAnonymous: false },
  ...{ ifNotReached: 'stay', lockUntil: '' },
};

const PRESET = { least: 2, most: 10, unknown: 3 };
/** The form mentions the usual number of boosts only from this number on. */
const LEAST_MENTIONED_BOOSTS = 2;

/** `boosts` is null until it is read, and if too few questions give a usual number. */
function useUsualBoosts(): { readonly boosts: number | null; readonly isRead: boolean } {
  const { data, isPending } = useQuery({
    queryKey: queryKeys.usualBoosts,
    queryFn: ({ signal }) => read(UsualBoosts, '/api/questions/usual', signal),
    staleTime: querySettings.fresh,
  });
  return { boosts: data?.boosts ?? null, isRead: !isPending };
}

const presetOf = (usual: number | null): string =>
  String(usual === null ? PRESET.unknown : Math.min(PRESET.most, Math.max(PRESET.least, usual)));

export function QuestionForm({ userId, target }: { userId: string; target: Target | null }) {
  const navigate = useNavigate();
  const publish = usePublish();
  const client = useQueryClient();
  const { boosts: usual, isRead } = useUsualBoosts();
  const [isTitleFocused, setTitleFocused] = useState(false);
  const chosen = (threshold: string) => (threshold === USUAL ? presetOf(usual) : threshold);
  const refusesAnonymous = target !== null && !target.canAskAnonymously;
  const form = useForm({
    initial: empty,
    draft: target === null ? 'question' : `question to ${target.id}`,
    check: ({ title, description, isConfession, isAnonymous, threshold, ...end }) => ({
      // Refuses a draft that was anonymous, because the form must not send it under the author's name unasked.
      isAnonymous: refusesAnonymous && isAnonymous ? texts.notTakenAnonymously(target.username) : null,
      title: isBlank(title) ? texts.titleMissing : tooLongProblem(title, limits.title),
      description: tooLongProblem(description, limits.description),
      threshold: isConfession && thresholdIn(chosen(threshold)) === null ? formTexts.wholeNumber(min, max) : null,
      lockUntil: isConfession ? lockEndProblem(end) : null,
    }),
    send: async ({ title, description, isConfession, threshold, isAnonymous, ...end }, idempotencyKey) => {
      const question: AskQuestionBody = {
        title: title.trim(),
        description: target === null ? description.trim() || null : null,
        creatorId: isAnonymous ? null : userId,
        isAnonymous,
        targetUserId: target?.id ?? null,
        replyBoostThreshold: isConfession ? (thresholdIn(chosen(threshold)) ?? 0) : 0,
        ...(isConfession && end.ifNotReached !== 'stay' && parseLockEnd(end)),
      };
      const published = await publish(Question, '/api/questions', question, idempotencyKey);
      toast.good(texts.done, target === null ? undefined : texts.waits(target.username));
      // An ask to one person earns XP only when it is approved.
      if (target === null && !isAnonymous)
        void showEarnedXp({ userId, rule: 'question-posted', contentId: published.id }, [
          `[href="/questions/${published.id}"]`,
          '.toast',
        ]);
      navigate('/', { state: isOwnConfession(published) ? publishedConfessionState(published) : null });
    },
    onFailed: (error) => showFailure(client, error, frameTexts.signInToCreate, texts.failed),
  });
  const { isConfession, isAnonymous, description } = form.values;
  const threshold = chosen(form.values.threshold);
  const meant = thresholdIn(threshold);
  const isUsual = form.values.threshold === USUAL;
  // Once read, the usual number is kept in the form, so that a retry sends the same question under its key.
  const keepPreset = useEffectEvent(() => form.set('threshold', threshold));
  useEffect(() => {
    if (isConfession && isUsual && isRead) keepPreset();
  }, [isConfession, isUsual, isRead]);

  return (
    <form noValidate className="flex flex-col gap-5 px-4 pb-10" onSubmit={form.submit}>
      {form.isFromDraft && <DraftNotice onStartOver={form.startOver} />}
      <TextAreaField
        form={form}
        name="title"
        label={texts.title}
        limit={limits.title}
        rows={2}
        placeholder={texts.titlePlaceholder}
        className="font-display text-[1.375rem] leading-tight font-bold tracking-tight"
        clean={(text) => text.replaceAll('\n', ' ')}
        enterKeyHint={target === null ? 'next' : 'done'}
        onKeyDown={target === null ? focusNextOnEnter : closeKeyboardOnEnter}
        onFocus={() => setTitleFocused(true)}
        onBlur={() => setTitleFocused(false)}
      />
      {target === null && <SimilarQuestions title={form.values.title} userId={userId} isTyping={isTitleFocused} />}
      {target === null && (
        <TextAreaField
          form={form}
          name="description"
          label={texts.description}
          aside={formTexts.optional}
          rows={4}
          placeholder={texts.descriptionPlaceholder}
        />
      )}

      <div className="card flex flex-col gap-2">
        <Switch
          label={texts.confession}
          hint={texts.confessionHint}
          isOn={isConfession}
          onChange={(isOn) => form.set('isConfession', isOn)}
        />
        {isConfession && (
          <div className="arrives flex flex-col gap-3 border-t border-line pt-4">
            <TextField
              form={{ ...form, values: { ...form.values, threshold } }}
              name="threshold"
              label={texts.threshold}
              aside={formTexts.fromTo(min, max)}
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="done"
              onKeyDown={closeKeyboardOnEnter}
              className="font-display text-xl font-bold"
              clean={withAsciiDigits}
              hint={usual !== null && usual >= LEAST_MENTIONED_BOOSTS ? texts.usual(usual) : undefined}
            />
            {meant !== null && <LevelMeter boosts={0} threshold={meant} />}
            <LockEndFields form={form} />
            {target === null && isBlank(description) && <p className="text-sm text-soft">{texts.nothingBehind}</p>}
          </div>
        )}
        <div className="border-t border-line pt-2">
          {refusesAnonymous && !isAnonymous ? (
            <p className="py-2 text-sm text-soft">{texts.notTakenAnonymously(target.username)}</p>
          ) : (
            <Switch
              label={texts.anonymous}
              hint={texts.anonymousHint}
              isOn={isAnonymous}
              onChange={(isOn) => form.set('isAnonymous', isOn)}
            />
          )}
          {form.problems.isAnonymous && (
            <p role="alert" className="text-sm font-medium text-air">
              {form.problems.isAnonymous}
            </p>
          )}
        </div>
      </div>

      <Button type="submit" disabled={form.isSending}>
        {form.isSending ? texts.sending : texts.submit}
      </Button>
    </form>
  );
}
