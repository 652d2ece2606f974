import {
  type EditPodcastBody,
  type EditQuestionBody,
  type OwnContentItem,
  Podcast,
  Question,
} from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { act } from '../../shared/api/act.ts';
import { send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { feedsChanged, showEdited } from '../../shared/lists/list-cache.ts';

interface Words {
  readonly title: string;
  readonly description: string;
}

/** Sends new words for a thing of one's own and shows them wherever it stands. @throws {ApiError} `conflict` for a question that others have reacted to */
export function useSaveWords(userId: string) {
  const client = useQueryClient();
  return async (item: OwnContentItem, { title, description }: Words, idempotencyKey: string): Promise<void> => {
    const body: EditQuestionBody & EditPodcastBody = {
      title: title.trim(),
      description: description.trim() || null,
      userId,
    };
    const save = (key: string): Promise<OwnContentItem> => {
      const sent = { method: 'PATCH', body, idempotencyKey: key } as const;
      return item.kind === 'question'
        ? send(Question, `/api/questions/${item.id}`, sent)
        : send(Podcast, `/api/podcasts/${item.id}`, sent);
    };
    const changed = await act(client, save, idempotencyKey);
    const words = { title: changed.title, description: changed.description, isEdited: changed.isEdited };
    showEdited(client, item.id, words);
    await feedsChanged(client);
    const queryKey = item.kind === 'question' ? queryKeys.question.detail(item.id) : queryKeys.podcast(item.id);
    client.setQueryData<object>(queryKey, (known) => known && { ...known, ...words });
    void client.invalidateQueries({ queryKey });
  };
}
