import { limits, textLength } from '@hearsay/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { LevelMeter } from '../../shared/sound/level-meter.tsx';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { errorId, Field } from '../../shared/ui/field.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { useAskQuestion } from './create.mutations.ts';

const { min, max } = limits.confessionThreshold;
const thresholdError = (digits: string): string | null => {
  const threshold = Number(digits);
  return digits !== '' && threshold >= min && threshold <= max ? null : `A whole number from ${min} to ${max}`;
};

/** Asks a question; confession mode hides description and replies until enough boosts are there. */
export function QuestionForm({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const ask = useAskQuestion();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [isConfession, setConfession] = useState(false);
  const [threshold, setThreshold] = useState('10');
  const [isAnonymous, setAnonymous] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const act = useRef({ words: '', key: '' });

  const titleProblem = isChecked && textLength(title) === 0 ? 'Please enter a question title.' : null;
  const thresholdProblem = isConfession ? thresholdError(threshold) : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (ask.isPending) return;
    if (textLength(title) === 0 || thresholdProblem) {
      document.getElementById(textLength(title) === 0 ? 'title' : 'threshold')?.focus();
      return;
    }
    const question = {
      title: title.trim(),
      description: description.trim() || null,
      creatorId: isAnonymous ? null : userId,
      isAnonymous,
      targetUserId: null,
      replyBoostThreshold: isConfession ? Number(threshold) : 0,
    };
    const words = JSON.stringify(question);
    if (act.current.words !== words) act.current = { words, key: newIdempotencyKey() };
    try {
      await ask.mutateAsync({ question, idempotencyKey: act.current.key });
      toast.good('Question published!');
      navigate('/');
    } catch {
      toast.bad('Error', 'Failed to publish question. Please try again.');
    }
  };

  return (
    <form noValidate className="flex flex-col gap-5 px-4 pb-10" onSubmit={submit}>
      <Field id="title" label="Title" aside={`${textLength(title)} / ${limits.title}`} error={titleProblem}>
        <textarea
          id="title"
          rows={2}
          value={title}
          maxLength={limits.title}
          placeholder="What do you want to know?"
          aria-invalid={titleProblem !== null}
          aria-describedby={errorId('title')}
          className="field resize-none font-display text-[22px] leading-tight font-bold tracking-tight"
          onChange={(event) => setTitle(event.target.value.replaceAll('\n', ' '))}
        />
      </Field>
      <Field id="description" label="Description" aside="optional">
        <textarea
          id="description"
          rows={4}
          value={description}
          maxLength={limits.description}
          placeholder="What is behind it?"
          className="field resize-y"
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>

      <div className="card flex flex-col gap-2">
        <Switch
          label="Confession mode"
          hint="Description and replies stay a whisper until enough boosts."
          isOn={isConfession}
          onChange={setConfession}
        />
        {isConfession && (
          <div className="arrives flex flex-col gap-3 border-t border-line pt-4">
            <Field id="threshold" label="Boosts until everyone hears it" aside={`${min} to ${max}`} error={thresholdProblem}>
              <input
                id="threshold"
                value={threshold}
                inputMode="numeric"
                autoComplete="off"
                aria-invalid={thresholdProblem !== null}
                aria-describedby={errorId('threshold')}
                className="field font-display text-xl font-bold"
                onChange={(event) => setThreshold(event.target.value.replace(/\D/g, '').slice(0, 3))}
              />
            </Field>
            {!thresholdProblem && <LevelMeter boosts={0} threshold={Number(threshold)} />}
          </div>
        )}
        <div className="border-t border-line pt-2">
          <Switch label="Anonymous" hint="Nobody sees that it was you, and it stays so." isOn={isAnonymous} onChange={setAnonymous} />
        </div>
      </div>

      <Button type="submit" disabled={ask.isPending}>
        {ask.isPending ? 'Publishing…' : 'Ask'}
      </Button>
    </form>
  );
}
