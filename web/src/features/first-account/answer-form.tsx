import { type ChatBody, Discussion, isBlank, limits } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sendAct } from '../../shared/api/api-client.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';
import { showEarnedXp } from '../../shared/earnings/show-earned.ts';
import { TextAreaField, tooLongProblem } from '../../shared/forms/fields.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { firstAccountTexts } from '../../shared/texts/first-account.ts';
import { Button } from '../../shared/ui/button.tsx';

const texts = firstAccountTexts.next;

interface AnswerFormProps {
  readonly questionId: string;
  readonly userId: string;
  readonly onAnswered: () => void;
}

/** Posts a reply under the viewer's name into the question's room. */
export function AnswerForm({ questionId, userId, onAnswered }: AnswerFormProps) {
  const client = useQueryClient();
  const [replyId, setReplyId] = useState<string | null>(null);
  const form = useForm({
    initial: { content: '' },
    draft: `first answer to ${questionId}`,
    check: ({ content }) => ({
      content: isBlank(content) ? chatTexts.dialog.empty : tooLongProblem(content, limits.chatMessage),
    }),
    send: async ({ content }, idempotencyKey) => {
      const body: ChatBody = { content: content.trim(), questionId, userId, isAnonymous: false };
      const reply = await sendAct(client, Discussion, '/api/discussions', { body }, idempotencyKey);
      setReplyId(reply.id);
      refreshEarnings(client);
      onAnswered();
      const paid = { userId, rule: 'answer-given', contentId: reply.id } as const;
      void showEarnedXp(paid, ['#first-answer'], `answer to ${questionId}`);
    },
    onFailed: (error) => showFailure(client, error, chatTexts.mustSignIn.message, { title: chatTexts.composer.failed }),
  });
  return (
    <div>
      {replyId === null && (
        <form noValidate className="flex flex-col gap-2" onSubmit={form.submit}>
          <TextAreaField
            form={form}
            name="content"
            label={texts.label}
            limit={limits.chatMessage}
            hint={texts.underName}
            rows={2}
            placeholder={chatTexts.composer.placeholder}
            dir="auto"
          />
          <Button type="submit" disabled={form.isSending}>
            {form.isSending ? chatTexts.dialog.sending : texts.submit}
          </Button>
        </form>
      )}
      <p id="first-answer" role="status" className="flex flex-wrap items-center justify-between gap-x-3 font-semibold">
        {replyId !== null && (
          <>
            <span>{texts.answered}</span>
            <Link to={`/reply/${replyId}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {texts.see}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
