import { type AskQuestionBody, isUnseen, limits, Question, type User } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { DraftKept, TextAreaField, TextField, tooLong } from '../../shared/forms/fields.tsx';
import { doneOnEnter, nextOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { numberWords, wholeNumberIn } from '../../shared/forms/whole-numbers.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { LevelMeter } from '../../shared/sound/level-meter.tsx';
import { createTexts } from '../../shared/texts/create.ts';
import { formTexts } from '../../shared/texts/forms.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { usePublish } from './use-publish.ts';

const texts = createTexts.question;
const { min, max } = limits.confessionThreshold;

type Target = Pick<User, 'id' | 'username' | 'canAskAnonymously'>;

const thresholdIn = (words: string): number | null => {
  const number = wholeNumberIn(words);
  return number !== null && number >= min && number <= max ? number : null;
};

const empty = { title: '', description: '', threshold: '10', isConfession: false, isAnonymous: false };

export function QuestionForm({ userId, target }: { userId: string; target: Target | null }) {
  const navigate = useNavigate();
  const publish = usePublish();
  const client = useQueryClient();
  const refusesAnonymous = target !== null && !target.canAskAnonymously;
  const form = useForm({
    initial: empty,
    draft: target === null ? 'question' : `question to ${target.id}`,
    check: ({ title, description, isConfession, isAnonymous, threshold }) => ({
      // Refuses an anonymous draft, because the form must not send it under the author's name by itself.
      isAnonymous: refusesAnonymous && isAnonymous ? texts.notTakenAnonymously(target.username) : null,
      title: isUnseen(title) ? texts.titleMissing : tooLong(title, limits.title),
      description: tooLong(description, limits.description),
      threshold: isConfession && thresholdIn(threshold) === null ? formTexts.wholeNumber(min, max) : null,
    }),
    send: async ({ title, description, isConfession, threshold, isAnonymous }, idempotencyKey) => {
      const question: AskQuestionBody = {
        title: title.trim(),
        description: target === null ? description.trim() || null : null,
        creatorId: isAnonymous ? null : userId,
        isAnonymous,
        targetUserId: target?.id ?? null,
        replyBoostThreshold: isConfession ? (thresholdIn(threshold) ?? 0) : 0,
      };
      await publish(Question, '/api/questions', question, idempotencyKey);
      toast.good(texts.done, target === null ? undefined : texts.waits(target.username));
      navigate('/');
    },
    onFailed: (error) => sayFailed(client, error, frameTexts.signInToCreate, texts.failed),
  });
  const { isConfession, isAnonymous, threshold } = form.values;
  const meant = thresholdIn(threshold);

  return (
    <form noValidate className="flex flex-col gap-5 px-4 pb-10" onSubmit={form.submit}>
      {form.isFromDraft && <DraftKept onStartOver={form.startOver} />}
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
        onKeyDown={target === null ? nextOnEnter : doneOnEnter}
      />
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
              form={form}
              name="threshold"
              label={texts.threshold}
              aside={formTexts.fromTo(min, max)}
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="done"
              onKeyDown={doneOnEnter}
              className="font-display text-xl font-bold"
              clean={numberWords}
            />
            {meant !== null && <LevelMeter boosts={0} threshold={meant} />}
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
