import { type AskQuestionBody, isUnseen, limits, Question, UserList } from '@hearsay/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../api/act.ts';
import { read, send } from '../api/api-client.ts';
import { caching } from '../api/caching.ts';
import { queryKeys } from '../api/query-keys.ts';
import { TextAreaField, tooLong } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { resetFeeds } from '../lists/list-cache.ts';
import { actTexts } from '../texts/acts.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { toast } from '../toast/toast.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { CreatorPicker } from './creator-picker.tsx';

const texts = dialogTexts.ask;

const creators = queryOptions({
  queryKey: queryKeys.askable,
  queryFn: ({ signal }) => read(UserList, '/api/users?canAsk=true&isAnonymous=true', signal, texts.noneFailed),
  staleTime: caching.person.fresh,
});

interface AskDialogProps {
  /** Whom the page was about, chosen beforehand. */
  readonly targetUserId: string | null;
  readonly onClose: () => void;
}

/** 'Ask Anonymously': a question to somebody who takes questions, also from people without an account. */
export function AskDialog({ targetUserId: first, onClose }: AskDialogProps) {
  const client = useQueryClient();
  const [targetUserId, setTarget] = useState(first);
  const { data, isError, refetch } = useQuery(creators);
  const form = useForm({
    initial: { title: '' },
    draft: 'ask-anonymously',
    check: ({ title }) => ({ title: tooLong(title, limits.anonymousAsk) }),
    send: async ({ title }, idempotencyKey) => {
      const body: AskQuestionBody = {
        title: title.trim(),
        targetUserId,
        isAnonymous: true,
        allowAnonymousAnswers: false,
      };
      await act(client, (key) => send(Question, '/api/questions', { body, idempotencyKey: key }), idempotencyKey);
      toast.good(actTexts.questionSent.title, actTexts.questionSent.text);
      void resetFeeds(client);
      onClose();
    },
    onFailed: () => toast.bad(actTexts.questionNotSent.title, actTexts.questionNotSent.text),
  });
  const isEmpty = isUnseen(form.values.title);
  const missing = isEmpty ? texts.empty : targetUserId === null ? texts.noCreator : null;
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <p className="mt-1 text-soft">{texts.onlyRegistered}</p>
      <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={form.submit}>
        <TextAreaField
          form={form}
          name="title"
          label={texts.label}
          limit={limits.anonymousAsk}
          rows={4}
          placeholder={texts.placeholder}
          dir="auto"
        />
        <CreatorPicker
          people={data}
          hasFailed={isError}
          onRetry={refetch}
          chosenId={targetUserId}
          onChoose={setTarget}
        />
        <Button
          type="submit"
          disabled={missing !== null || form.isSending}
          aria-describedby={missing ? 'ask-missing' : undefined}
        >
          {form.isSending ? texts.pending : texts.submit}
        </Button>
        {missing && (
          <p id="ask-missing" className="-mt-1 text-center text-sm text-soft">
            {missing}
          </p>
        )}
      </form>
    </Sheet>
  );
}
