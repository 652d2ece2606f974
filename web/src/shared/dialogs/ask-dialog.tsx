import { type AskQuestionBody, limits, Question, UserList } from '@hearsay/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../api/act.ts';
import { read, send } from '../api/api-client.ts';
import { caching } from '../api/caching.ts';
import { queryKeys } from '../api/query-keys.ts';
import { FormSheet } from '../forms/form-sheet.tsx';
import { resetFeeds } from '../lists/list-cache.ts';
import { actTexts } from '../texts/acts.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { toast } from '../toast/toast.ts';
import { CreatorPicker } from './creator-picker.tsx';

const texts = dialogTexts.ask;

const creators = queryOptions({
  queryKey: queryKeys.askable,
  queryFn: ({ signal }) => read(UserList, '/api/users?canAsk=true&isAnonymous=true', signal, texts.noneFailed),
  staleTime: caching.person.fresh,
});

interface AskDialogProps {
  readonly targetUserId: string | null;
  readonly onClose: () => void;
}

export function AskDialog({ targetUserId: first, onClose }: AskDialogProps) {
  const client = useQueryClient();
  const [targetUserId, setTarget] = useState(first);
  const { data, isError, refetch } = useQuery(creators);
  return (
    <FormSheet
      title={texts.title}
      texts={texts}
      intro={texts.onlyRegistered}
      initial={{ title: '' }}
      name="title"
      limit={limits.anonymousAsk}
      draft="ask-anonymously"
      emptyText={texts.empty}
      missing={targetUserId === null ? texts.noCreator : null}
      send={async ({ title }, idempotencyKey) => {
        const body: AskQuestionBody = {
          title: title.trim(),
          targetUserId,
          isAnonymous: true,
          allowAnonymousAnswers: false,
        };
        await act(client, (key) => send(Question, '/api/questions', { body, idempotencyKey: key }), idempotencyKey);
        toast.good(actTexts.questionSent.title, actTexts.questionSent.text);
        void resetFeeds(client);
      }}
      onFailed={() => toast.bad(actTexts.questionNotSent.title, actTexts.questionNotSent.text)}
      onClose={onClose}
    >
      {() => (
        <CreatorPicker
          people={data}
          hasFailed={isError}
          onRetry={refetch}
          chosenId={targetUserId}
          onChoose={setTarget}
        />
      )}
    </FormSheet>
  );
}
