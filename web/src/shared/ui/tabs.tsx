import clsx from 'clsx';
import { type KeyboardEvent, useId, useRef } from 'react';
import type { Elements } from './elements.ts';

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly count?: number;
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  readonly children: Elements;
}

export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex(({ name }) => name === selected);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    onSelect(next.name);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.name}`)}`)?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="flex flex-wrap gap-2 px-3 py-3" onKeyDown={move}>
        {tabs.map(({ name, label: text, count = 0 }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
            className={clsx(
              'inline-flex min-h-11 items-center gap-2 rounded-pill border px-4 text-sm font-semibold transition-colors',
              name === selected ? 'border-text bg-text text-ink' : 'border-line bg-surface text-soft',
            )}
          >
            <span>{text}</span>
            {count > 0 && (
              <span className="rounded-pill bg-air px-1.5 py-0.5 font-display text-xs leading-none font-bold text-air-ink">
                {count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}
