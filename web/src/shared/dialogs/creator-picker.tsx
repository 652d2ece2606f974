import { foldUsername, UserList, type UserListItem } from '@hearsay/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type KeyboardEvent, useId, useState } from 'react';
import { read } from '../api/api-client.ts';
import { caching, queryKeys } from '../api/cache.ts';
import { isEnter } from '../forms/keyboard-keys.ts';
import { dialogTexts } from '../texts/acts.ts';
import { frameTexts } from '../texts/frame.ts';
import { TextButton } from '../ui/button.tsx';
import type { AskedPerson } from '../ui/dialog-store.ts';
import { Avatar, Username } from '../ui/person.tsx';
import { useOnline } from '../ui/use-online.ts';

const texts = dialogTexts.ask;

const creators = queryOptions({
  queryKey: queryKeys.askable,
  queryFn: ({ signal }) => read(UserList, '/api/users?canAsk=true&isAnonymous=true', signal, texts.noneFailed),
  staleTime: caching.person.fresh,
});

interface PickerProps {
  readonly chosen: AskedPerson | null;
  readonly onChoose: (chosen: AskedPerson) => void;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** A combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). With a choice, it is one line until it is opened. */
export function CreatorPicker({ chosen, onChoose }: PickerProps) {
  const [isOpen, setOpen] = useState(chosen === null);
  const [wasUsed, setUsed] = useState(false);
  const open = (next: boolean) => {
    setOpen(next);
    setUsed(true);
  };
  if (!chosen || isOpen) {
    const choose = (next: AskedPerson) => {
      onChoose(next);
      open(false);
    };
    return <PeopleToAsk chosen={chosen} onChoose={choose} isFocused={wasUsed} />;
  }
  return (
    <button
      ref={wasUsed ? focus : undefined}
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={texts.who}
      onClick={() => open(true)}
      className="flex min-h-12 w-full min-w-0 items-center gap-1.5 rounded-control border border-line px-3 text-left"
    >
      <span className="min-w-0">
        <span className="text-soft">{texts.to}</span>
        <span className="font-semibold">
          <Username name={chosen.username} />
        </span>
      </span>
      <span aria-hidden="true" className="text-soft">
        ·
      </span>
      <span className="flex-none font-semibold underline underline-offset-4">{texts.change}</span>
    </button>
  );
}

/** Most people that the list shows. A search by name finds all others. */
const MOST_SHOWN = 30;

function PeopleToAsk({ chosen, onChoose, isFocused }: PickerProps & { isFocused: boolean }) {
  const { data: people, isError, refetch } = useQuery(creators);
  const id = useId();
  const isOnline = useOnline();
  const [sought, setSought] = useState('');
  const [active, setActive] = useState(-1);
  const found = (people ?? []).filter(({ username }) => foldUsername(username).includes(foldUsername(sought)));
  const shown = [
    ...found.filter(({ id: own }) => own === chosen?.id),
    ...found.filter(({ id: own }) => own !== chosen?.id),
  ].slice(0, MOST_SHOWN);
  const optionId = (index: number) => `${id}-${index}`;

  const move = (to: number) => {
    setActive(to);
    document.getElementById(optionId(to))?.scrollIntoView?.({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    if (event.key === 'ArrowDown') move(active < last ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(active > 0 ? active - 1 : last);
    else if (isEnter(event)) {
      const person = shown[active] ?? (shown.length === 1 ? shown[0] : undefined);
      if (person) onChoose(person);
    } else return;
    // Enter must not submit the surrounding form, and arrows must not move the caret.
    event.preventDefault();
  };
  const isWaiting = !people && !isError;
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-semibold">
        {texts.who}
      </p>
      <input
        ref={isFocused ? focus : undefined}
        type="search"
        role="combobox"
        aria-label={texts.find}
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] ? optionId(active) : undefined}
        enterKeyHint="done"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="field"
        placeholder={texts.find}
        value={sought}
        onChange={(event) => {
          setSought(event.target.value);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
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
        <div role="listbox" id={`${id}-list`} aria-labelledby={`${id}-label`}>
          {shown.map((person, index) => (
            <PersonOption
              key={person.id}
              id={optionId(index)}
              person={person}
              isChosen={person.id === chosen?.id}
              isActive={index === active}
              onChoose={onChoose}
            />
          ))}
        </div>
        {found.length > shown.length && (
          <p className="px-3 py-2.5 text-sm text-soft">{texts.more(found.length - shown.length)}</p>
        )}
      </div>
    </div>
  );
}

interface PersonOptionProps {
  readonly id: string;
  readonly person: UserListItem;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly onChoose: (person: UserListItem) => void;
}

/** The input keeps the focus and handles the keys. */
function PersonOption({ id, person, isChosen, isActive, onChoose }: PersonOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant stands for the focus.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={() => onChoose(person)}
      className={clsx(
        'flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1.5 aria-selected:bg-air-tint',
        isActive && 'outline-2 -outline-offset-2 outline-air',
      )}
    >
      <Avatar user={person} size={30} />
      <span className="min-w-0 flex-1 font-medium">
        <Username name={person.username} />
      </span>
      <span className="text-[0.8125rem] text-soft">{person.isCreator ? texts.creator : texts.fan}</span>
    </div>
  );
}
