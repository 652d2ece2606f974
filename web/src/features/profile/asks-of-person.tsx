import type { Question } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { QuestionCard } from '../../shared/cards/question-card.tsx';
import { loadCode } from '../../shared/errors/new-build.ts';
import { Sliding } from '../../shared/lists/sliding.tsx';
import { useUserId } from '../../shared/session/use-session.ts';
import { pendingTexts as texts } from '../../shared/texts/pending.ts';
import { useOnce } from '../../shared/toast/use-once.ts';
import { Button } from '../../shared/ui/button.tsx';
import { askFirst } from '../../shared/ui/dialog-store.ts';
import { Named } from '../../shared/words/named.tsx';

interface AsksOfPersonProps {
  readonly asker: NonNullable<Question['creator']>;
  readonly questions: readonly Question[];
  readonly onGone: () => void;
}

export function AsksOfPerson({ asker, questions, onGone }: AsksOfPersonProps) {
  const client = useQueryClient();
  const userId = useUserId();
  const once = useOnce();
  const listId = useId();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? questions : questions.slice(0, 1);
  const ignoreAll = once(async () => {
    if (!(await askFirst(texts.ignoreAllFirst(asker.username), texts.ignoreAll, texts.looksPending))) return;
    const { ignoreQuestionsOf } = await loadCode(() => import('../../shared/cards/content-acts.ts'));
    await ignoreQuestionsOf({ client, userId }, asker.id);
  });
  return (
    <section aria-labelledby={`${listId}-name`} className="rounded-card border border-line p-2">
      <h2 id={`${listId}-name`} className="px-2 pt-1 pb-3 font-semibold">
        <Named say={(name) => texts.asksOf(name, questions.length)} name={asker.username} />
      </h2>
      <div id={listId}>
        <Sliding ids={shown.map(({ id }) => id)} className="flex flex-col gap-3">
          {shown.map((question) => (
            <li key={question.id}>
              <QuestionCard question={question} place="pending" onGone={onGone} />
            </li>
          ))}
        </Sliding>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 pt-2 pl-2">
        <button
          type="button"
          aria-expanded={isWhole}
          aria-describedby={`${listId}-name`}
          aria-controls={listId}
          className="min-h-11 text-sm font-semibold text-soft underline underline-offset-4"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? texts.fewer : texts.others(questions.length - 1)}
        </button>
        <Button weight="quiet" aria-describedby={`${listId}-name`} onClick={ignoreAll}>
          {texts.ignoreAll}
        </Button>
      </div>
    </section>
  );
}
