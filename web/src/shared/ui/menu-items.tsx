import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Elements } from './elements.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon: Elements;
  readonly onChoose: () => void;
}

export interface MenuItemsProps {
  readonly items: readonly MenuItem[];
  readonly id: string;
  readonly label: string;
  readonly opens: 'below' | 'above';
  readonly onClose: () => void;
}

/** The open menu of a button. Arrows move, Escape and Tab close. */
export function MenuItems({ items, id, label: name, opens, onClose }: MenuItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true }), []);
  const walk = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    if (event.key !== 'Escape' && next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) all[(next + all.length) % all.length]?.focus();
  };

  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={name}
      onKeyDown={walk}
      className={clsx(
        // Entries contain names, so long entries wrap. The button may be 72 px from the right edge of the page.
        'floating arrives absolute right-0 z-20 w-max min-w-[176px] max-w-[calc(min(100vw,var(--phone))-72px)] overflow-hidden rounded-control border border-line bg-raised py-1',
        opens === 'below' ? 'top-full' : 'bottom-full',
      )}
    >
      {items.map(({ label, icon, onChoose }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="flex min-h-12 w-full items-center gap-3 px-4 py-1.5 text-left font-medium focus-visible:bg-surface focus-visible:-outline-offset-2"
          onClick={() => {
            onClose();
            onChoose();
          }}
        >
          <span className="flex-none text-soft">{icon}</span>
          <span className="min-w-0">{label}</span>
        </button>
      ))}
    </div>
  );
}
