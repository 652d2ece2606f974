import { type AskQuestionBody, foldUsername, limits, Question, UserList } from '@hearsay/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { act, read } from '../api/api-client.ts';
import { caching, queryKeys } from '../api/cache.ts';
import { FormSheet } from '../forms/form-sheet.tsx';
import { doneOnEnter } from '../forms/keyboard-keys.ts';
import { resetFeeds } from '../lists/list-cache.ts';
import { actTexts, dialogTexts } from '../texts/acts.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from '../toast/toast.ts';
import { TextButton } from '../ui/button.tsx';
import { closeDialog } from '../ui/dialog-store.ts';
import { Avatar, Username } from '../ui/person.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { useOnline } from '../ui/use-online.ts';

const texts = dialogTexts.ask;

const creators = queryOptions({
  queryKey: queryKeys.askable,
  queryFn: ({ signal }) => read(UserList, '/api/users?canAsk=true&isAnonymous=true', signal, texts.noneFailed),
  staleTime: caching.person.fresh,
});

export function AskDialog({ targetUserId: first }: { targetUserId: string | null }) {
  const client = useQueryClient();
  const [targetUserId, setTarget] = useState(first);
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
        await act(client, Question, '/api/questions', { body }, idempotencyKey);
        toast.good(actTexts.questionSent.title, actTexts.questionSent.text);
        void resetFeeds(client);
      }}
      onFailed={() => toast.bad(actTexts.questionNotSent.title, actTexts.questionNotSent.text)}
      onClose={closeDialog}
    >
      {() => <CreatorPicker chosenId={targetUserId} onChoose={setTarget} />}
    </FormSheet>
  );
}

/** Most people that the list shows. A search by name finds all others. */
const MOST_SHOWN = 30;

function CreatorPicker({ chosenId, onChoose }: { chosenId: string | null; onChoose: (id: string) => void }) {
  const { data: people, isError, refetch } = useQuery(creators);
  const id = useId();
  const isOnline = useOnline();
  const [sought, setSought] = useState('');
  const found = (people ?? []).filter(({ username }) => foldUsername(username).includes(foldUsername(sought)));
  const [first] = useState(chosenId);
  const shown = [
    ...found.filter(({ id: own }) => own === first),
    ...found.filter(({ id: own }) => own !== first),
  ].slice(0, MOST_SHOWN);
  const isWaiting = !people && !isError;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{texts.who}</legend>
      <SearchField
        label={texts.find}
        value={sought}
        onChange={setSought}
        // Enter must not submit the surrounding form. Results appear without it while the user types.
        onKeyDown={(event) => {
          doneOnEnter(event);
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div className="mt-2 max-h-52 overflow-y-auto rounded-control border border-line" aria-busy={isWaiting}>
        {isError && (
          <p role="alert" className="flex flex-wrap items-center gap-x-3 px-3 text-sm text-soft">
            <span>{texts.noneFailed}</span>
            <TextButton onClick={() => refetch()}>{frameTexts.tryAgain}</TextButton>
          </p>
        )}
        {isWaiting && (
          <p className="px-3 py-3 text-sm text-soft">{isOnline ? frameTexts.loading : frameTexts.waitingForNetwork}</p>
        )}
        {people && shown.length === 0 && (
          <p className="px-3 py-3 text-sm text-soft">{people.length === 0 ? texts.nobody : texts.nobodyByThatName}</p>
        )}
        {shown.map((person) => (
          <label
            key={person.id}
            className="flex min-h-12 items-center gap-3 px-3 py-1.5 has-checked:bg-air-tint has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-air"
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={person.id === chosenId}
              onChange={() => onChoose(person.id)}
            />
            <Avatar user={person} size={30} />
            <span className="min-w-0 flex-1 font-medium">
              <Username name={person.username} />
            </span>
            <span className="text-[0.8125rem] text-soft">{person.isCreator ? texts.creator : texts.fan}</span>
          </label>
        ))}
        {found.length > shown.length && (
          <p className="px-3 py-2.5 text-sm text-soft">{texts.more(found.length - shown.length)}</p>
        )}
      </div>
    </fieldset>
  );
}
