import { foldUsername, type UserListItem } from '@hearsay/contracts';
import { useId, useState } from 'react';
import { doneOnEnter } from '../forms/keyboard-keys.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { frameTexts } from '../texts/frame.ts';
import { Avatar } from '../ui/avatar.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { useOnline } from '../ui/use-online.ts';
import { Username } from '../ui/username.tsx';

/** Others are found by name. */
const MOST_SHOWN = 30;

const texts = dialogTexts.ask;

interface CreatorPickerProps {
  readonly people: readonly UserListItem[] | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => unknown;
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
}

export function CreatorPicker({ people, hasFailed, onRetry, chosenId, onChoose }: CreatorPickerProps) {
  const id = useId();
  const isOnline = useOnline();
  const [sought, setSought] = useState('');
  const found = (people ?? []).filter(({ username }) => foldUsername(username).includes(foldUsername(sought)));
  const [first] = useState(chosenId);
  const shown = [
    ...found.filter(({ id: own }) => own === first),
    ...found.filter(({ id: own }) => own !== first),
  ].slice(0, MOST_SHOWN);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{texts.who}</legend>
      <SearchField
        label={texts.find}
        value={sought}
        onChange={setSought}
        // Results appear during typing. Enter would submit the surrounding form.
        onKeyDown={(event) => {
          doneOnEnter(event);
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div
        className="mt-2 max-h-52 overflow-y-auto rounded-control border border-line"
        aria-busy={!people && !hasFailed}
      >
        {hasFailed && (
          <p role="alert" className="flex flex-wrap items-center gap-x-3 px-3 text-sm text-soft">
            <span>{texts.noneFailed}</span>
            <button
              type="button"
              onClick={onRetry}
              className="min-h-11 font-semibold text-text underline underline-offset-4"
            >
              {frameTexts.tryAgain}
            </button>
          </p>
        )}
        {!people && !hasFailed && (
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
