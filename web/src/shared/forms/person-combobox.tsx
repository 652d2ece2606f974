import { limits } from '@hearsay/contracts';
import clsx from 'clsx';
import { type KeyboardEvent, type ReactElement, type Ref, useEffect, useId, useState } from 'react';
import type { Elements } from '../ui/elements.ts';
import { ChevronIcon } from '../ui/icons.tsx';
import { isEnter } from './keyboard-keys.ts';

interface PersonComboboxProps<P> {
  /** Visible above the field. It is also the accessible name of the list. */
  readonly label: string;
  /** The accessible name of the field. Default: the label. */
  readonly name?: string;
  readonly placeholder: string;
  readonly words: string;
  readonly offered: readonly P[];
  readonly chosenId: string | undefined;
  readonly rowOf: (person: P) => ReactElement;
  readonly onWords: (words: string) => void;
  readonly onChoose: (person: P) => void;
  /** The list is a part of the page and always open. Else it opens over the page. */
  readonly isInPage?: boolean;
  readonly isDisabled?: boolean;
  readonly isWaiting?: boolean;
  /** Tells screen readers the number of rows while the list is open. This text is visible when the list is empty. */
  readonly result?: string;
  readonly above?: Elements;
  readonly below?: Elements;
  readonly ref?: Ref<HTMLInputElement>;
}

/** An editable combobox with a listbox, as the ARIA Authoring Practices describe it. Typing never chooses. */
export function PersonCombobox<P extends { readonly id: string }>(props: PersonComboboxProps<P>) {
  const { label, name, words, offered, chosenId, onWords, onChoose, isInPage = false, result } = props;
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const isOpen = (isInPage || isWanted) && offered.length > 0;
  const active = isOpen ? offered.find((person) => person.id === activeId) : undefined;
  const optionOf = (personId: string) => `${id}-${personId}`;
  const activeOption = active && optionOf(active.id);

  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeOption]);

  const show = (isShown: boolean, next: P | null = null) => {
    setWanted(isShown);
    setActiveId(next?.id ?? null);
  };
  const choose = (person: P) => {
    show(false);
    onChoose(person);
  };
  const step = (by: 1 | -1) => {
    const at = active ? offered.indexOf(active) : by < 0 ? 0 : -1;
    show(true, offered[(at + by + offered.length) % offered.length]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    if (event.nativeEvent.isComposing) return;
    const meant = active ?? (isInPage && offered.length === 1 ? offered[0] : undefined);
    if (key === 'ArrowDown' && altKey) show(true, active);
    else if (key === 'ArrowUp' && altKey) show(false);
    else if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1);
    else if (isEnter(event) && meant) choose(meant);
    // Enter must not submit the surrounding form.
    else if (isEnter(event) && isInPage) show(true);
    else if (key === 'Escape' && !isInPage && isWanted) show(false);
    else if (key === 'Escape' && !isInPage && words) onWords('');
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
        {label}
      </label>
      <span className="relative grid items-center">
        <input
          ref={props.ref}
          id={id}
          type={isInPage ? 'search' : 'text'}
          role="combobox"
          aria-label={name}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={activeOption}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint={isInPage ? 'done' : 'search'}
          maxLength={limits.search}
          className={isInPage ? 'field' : 'field pr-11'}
          placeholder={props.placeholder}
          value={words}
          disabled={props.isDisabled}
          onChange={({ target }) => {
            show(true);
            onWords(target.value);
          }}
          onClick={() => show(!isOpen)}
          onKeyDown={onKeyDown}
          onBlur={() => show(false)}
        />
        {!isInPage && (
          <span className={clsx('pointer-events-none absolute right-3 text-soft', isOpen ? '-rotate-90' : 'rotate-90')}>
            <ChevronIcon size={20} />
          </span>
        )}
      </span>
      {(isOpen || isInPage) && (
        <div
          aria-busy={props.isWaiting}
          className={clsx(
            'rounded-control border border-line',
            isInPage
              ? 'mt-2 max-h-52 overflow-y-auto'
              : 'floating absolute inset-x-0 top-full z-20 mt-1.5 bg-raised p-1',
          )}
        >
          {props.above}
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className={isInPage ? undefined : 'max-h-80 overflow-y-auto overscroll-contain low:max-h-40'}
          >
            {offered.map((person) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the active row.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
              <div
                key={person.id}
                id={optionOf(person.id)}
                role="option"
                aria-selected={person.id === (active?.id ?? chosenId)}
                className={clsx(
                  'min-h-12 cursor-pointer content-center py-1.5',
                  isInPage ? 'px-3 aria-selected:bg-air-tint' : 'rounded-control px-2',
                  person === active && 'bg-air-tint outline-2 -outline-offset-2 outline-air',
                )}
                // A row that took the focus would close the list before its click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(person)}
              >
                {props.rowOf(person)}
              </div>
            ))}
          </div>
          {props.below}
        </div>
      )}
      {result !== undefined && (
        <p role="status" className={isWanted && offered.length === 0 ? 'mt-1.5 text-sm text-soft' : 'sr-only'}>
          {isWanted ? result : ''}
        </p>
      )}
    </div>
  );
}
