import { foldUsername, UserList, type UserListItem } from '@hearsay/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../api/api-client.ts';
import { queryKeys, querySettings } from '../api/cache.ts';
import { PersonCombobox } from '../forms/person-combobox.tsx';
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
  staleTime: querySettings.person.fresh,
});

interface PickerProps {
  readonly chosen: AskedPerson | null;
  readonly onChoose: (chosen: AskedPerson) => void;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/**
 * A combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). After a choice it is one line, which the user can
 * open again.
 */
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

/** Maximum number of people in the list. A search by name finds all others. */
const MOST_SHOWN = 30;

function PeopleToAsk({ chosen, onChoose, isFocused }: PickerProps & { isFocused: boolean }) {
  const { data: people, isError, refetch } = useQuery(creators);
  const isOnline = useOnline();
  const [sought, setSought] = useState('');
  const found = (people ?? []).filter(({ username }) => foldUsername(username).includes(foldUsername(sought)));
  const shown = [...found.filter(({ id }) => id === chosen?.id), ...found.filter(({ id }) => id !== chosen?.id)].slice(
    0,
    MOST_SHOWN,
  );
  const isWaiting = !people && !isError;
  return (
    <PersonCombobox
      ref={isFocused ? focus : undefined}
      isInPage
      label={texts.who}
      name={texts.find}
      placeholder={texts.find}
      words={sought}
      offered={shown}
      chosenId={chosen?.id}
      isWaiting={isWaiting}
      rowOf={(person) => <Row person={person} />}
      above={
        <>
          {isError && (
            <p role="alert" className="flex flex-wrap items-center gap-x-3 px-3 text-sm text-soft">
              <span>{texts.noneFailed}</span>
              <TextButton onClick={() => refetch()}>{frameTexts.tryAgain}</TextButton>
            </p>
          )}
          {isWaiting && (
            <p className="px-3 py-3 text-sm text-soft">
              {isOnline ? frameTexts.loading : frameTexts.waitingForNetwork}
            </p>
          )}
          {people && shown.length === 0 && (
            <p className="px-3 py-3 text-sm text-soft">{people.length === 0 ? texts.nobody : texts.nobodyByThatName}</p>
          )}
        </>
      }
      below={
        found.length > shown.length && (
          <p className="px-3 py-2.5 text-sm text-soft">{texts.more(found.length - shown.length)}</p>
        )
      }
      onWords={setSought}
      onChoose={onChoose}
    />
  );
}

const Row = ({ person }: { person: UserListItem }) => (
  <span className="flex items-center gap-3">
    <Avatar user={person} size={30} />
    <span className="min-w-0 flex-1 font-medium">
      <Username name={person.username} />
    </span>
    <span className="text-[0.8125rem] text-soft">{person.isCreator ? texts.creator : texts.fan}</span>
  </span>
);
