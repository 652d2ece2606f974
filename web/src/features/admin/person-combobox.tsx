import { limits } from '@hearsay/contracts';
import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { adminTexts } from '../../shared/texts/admin.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { localDate } from '../../shared/time/time-labels.ts';
import { ChevronIcon } from '../../shared/ui/icons.tsx';
import { Avatar, Username } from '../../shared/ui/person.tsx';
import type { PanelPerson } from './admin.queries.ts';

const texts = adminTexts.wipe;
const { creator, fan } = peopleTexts.accountTypes;

/** More rows would only be scrolled past. A few letters of the name find everybody. */
const MOST_OFFERED = 20;

export function PersonRow({ person }: { person: PanelPerson }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar user={person} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          <Username name={person.username} />
        </span>
        {person.createdAt && (
          <span className="block text-sm text-soft">{adminTexts.people.joined(localDate(person.createdAt))}</span>
        )}
      </span>
      {person.isCreator !== undefined && <span className="text-sm text-soft">{person.isCreator ? creator : fan}</span>}
    </span>
  );
}

interface PersonComboboxProps {
  /** Those that match the words. Protected ones are not offered. */
  readonly people: readonly PanelPerson[];
  readonly words: string;
  readonly chosen: PanelPerson | null;
  readonly isDisabled: boolean;
  readonly onWords: (words: string) => void;
  readonly onChoose: (person: PanelPerson) => void;
}

/** An editable combobox with a listbox, as the ARIA Authoring Practices describe it. Typing never chooses. */
export function PersonCombobox({ people, words, chosen, isDisabled, onWords, onChoose }: PersonComboboxProps) {
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const allowed = people.filter(({ isProtected }) => isProtected !== true);
  const offered = allowed.slice(0, MOST_OFFERED);
  const isOpen = isWanted && offered.length > 0;
  const at = isOpen ? offered.findIndex((person) => person.id === activeId) : -1;
  const active = offered[at];
  const optionOf = (personId: string) => `${id}-${personId}`;
  const activeOption = active && optionOf(active.id);

  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeOption]);

  const show = (isShown: boolean, next: PanelPerson | null = null) => {
    setWanted(isShown);
    setActiveId(next?.id ?? null);
  };
  const choose = (person: PanelPerson) => {
    show(false);
    onChoose(person);
  };
  const step = (by: 1 | -1) => {
    const from = at < 0 && by < 0 ? 0 : at;
    show(true, offered[(from + by + offered.length) % offered.length]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'ArrowDown' && altKey) show(true, active);
    else if (key === 'ArrowUp' && altKey) show(false);
    else if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter' && active) choose(active);
    else if (key === 'Escape' && isWanted) show(false);
    else if (key === 'Escape' && words) onWords('');
    else {
      if (key === 'Tab') show(false);
      // These keys move the cursor in the words, so the list has no active row any more.
      else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActiveId(null);
      return;
    }
    event.preventDefault();
  };

  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {texts.who}
      </label>
      <span className="relative grid items-center">
        <input
          id={id}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={activeOption}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={limits.search}
          className="field pr-11"
          placeholder={texts.choose}
          value={words}
          disabled={isDisabled}
          onChange={({ target }) => {
            show(true);
            onWords(target.value);
          }}
          onClick={() => show(!isOpen)}
          onKeyDown={onKeyDown}
          onBlur={() => show(false)}
        />
        <span className={clsx('pointer-events-none absolute right-3 text-soft', isOpen ? '-rotate-90' : 'rotate-90')}>
          <ChevronIcon size={20} />
        </span>
      </span>
      {isOpen && (
        <div className="floating absolute inset-x-0 top-full z-20 mt-1.5 rounded-control border border-line bg-raised p-1">
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={texts.who}
            className="max-h-80 overflow-y-auto overscroll-contain low:max-h-40"
          >
            {offered.map((person) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the active row.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
              <div
                key={person.id}
                id={optionOf(person.id)}
                role="option"
                aria-selected={person.id === (active ?? chosen)?.id}
                className={clsx(
                  'min-h-12 cursor-pointer rounded-control px-2 py-1.5',
                  person.id === active?.id && 'bg-air-tint outline-2 -outline-offset-2 outline-air',
                )}
                // A row that took the focus would close the list before its click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(person)}
              >
                <PersonRow person={person} />
              </div>
            ))}
          </div>
          {allowed.length > offered.length && (
            <p className="px-2 py-1.5 text-sm text-soft">{texts.onlyFirst(offered.length)}</p>
          )}
        </div>
      )}
      <p role="status" className={isWanted && offered.length === 0 ? 'mt-1.5 text-sm text-soft' : 'sr-only'}>
        {isWanted ? (offered.length === 0 ? adminTexts.people.nobody : texts.offered(offered.length)) : ''}
      </p>
    </div>
  );
}
