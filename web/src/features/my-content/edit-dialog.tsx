import {
  type EditPodcastBody,
  type EditQuestionBody,
  isBlank,
  limits,
  type OwnContentItem,
  Podcast,
  Question,
} from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, sendAct } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { DraftNotice, TextAreaField, tooLongProblem } from '../../shared/forms/fields.tsx';
import { focusNextOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { markFeedsStale, showEditedWords } from '../../shared/lists/list-cache.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { myContentTexts } from '../../shared/texts/my-content.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Sheet } from '../../shared/ui/sheet.tsx';

const texts = myContentTexts.dialog;

export function EditDialog({ item, userId, onClose }: { item: OwnContentItem; userId: string; onClose: () => void }) {
  const client = useQueryClient();
  const save = useSaveWords(userId);
  const [isHeard, setHeard] = useState(false);
  const form = useForm({
    initial: { title: item.title, description: item.description ?? '' },
    draft: `edit:${item.id}`,
    check: ({ title, description }) => ({
      title: isBlank(title)
        ? texts.nameMissing(item.kind === 'podcast' ? item.mediaType : 'question')
        : tooLongProblem(title, limits.title),
      description: tooLongProblem(description, limits.description),
    }),
    send: async (words, idempotencyKey) => {
      await save(item, words, idempotencyKey);
      toast.good(texts.saved);
      onClose();
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.status === 409 && item.kind === 'question') setHeard(true);
      else showFailure(client, error, frameTexts.signInToCreate, texts.failed);
    },
  });
  // Cancel discards the words. A user who closes the sheet keeps them as a draft.
  const cancel = () => {
    form.startOver();
    onClose();
  };
  return (
    <Sheet title={texts[item.kind]} onClose={onClose}>
      <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={form.submit}>
        {form.isFromDraft && <DraftNotice onStartOver={form.startOver} />}
        <TextAreaField
          form={form}
          name="title"
          label={texts.name}
          limit={limits.title}
          rows={2}
          dir="auto"
          clean={(text) => text.replaceAll('\n', ' ')}
          enterKeyHint="next"
          onKeyDown={focusNextOnEnter}
        />
        <TextAreaField
          form={form}
          name="description"
          label={texts.description}
          limit={limits.description}
          rows={4}
          dir="auto"
        />
        <p role="alert" className="text-sm font-medium text-air">
          {isHeard && texts.heard}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button weight="quiet" className="flex-[1_1_8rem]" onClick={cancel}>
            {frameTexts.cancel}
          </Button>
          <Button type="submit" className="flex-[1_1_9rem]" disabled={form.isSending || isHeard}>
            {form.isSending ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

interface Words {
  readonly title: string;
  readonly description: string;
}

/** @throws {ApiError} 409 for a question after its first boost or reply */
function useSaveWords(userId: string) {
  const client = useQueryClient();
  return async (item: OwnContentItem, { title, description }: Words, idempotencyKey: string): Promise<void> => {
    const body: EditQuestionBody & EditPodcastBody = {
      title: title.trim(),
      description: description.trim() || null,
      userId,
    };
    const call = { method: 'PATCH', body } as const;
    const changed = await (item.kind === 'question'
      ? sendAct(client, Question, `/api/questions/${item.id}`, call, idempotencyKey)
      : sendAct(client, Podcast, `/api/podcasts/${item.id}`, call, idempotencyKey));
    const words = {
      title: changed.title,
      description: changed.description,
      isEdited: changed.isEdited,
      ...('hasDescription' in changed && { hasDescription: changed.hasDescription }),
    };
    showEditedWords(client, item.id, words);
    await markFeedsStale(client);
    const queryKey = item.kind === 'question' ? queryKeys.question.detail(item.id) : queryKeys.podcast(item.id);
    client.setQueryData<object>(queryKey, (known) => known && { ...known, ...words });
    void client.invalidateQueries({ queryKey });
  };
}
