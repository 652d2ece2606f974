import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { contentTexts } from '../texts/content.ts';
import { MoreIcon } from './icons.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onChoose: () => void;
}

interface MoreMenuProps {
  readonly items: readonly MenuItem[];
  readonly className?: string;
  /** Where the list opens, seen from the button. */
  readonly opens?: 'below' | 'above';
}

/** 'More options': a button and the list that it opens. Arrows lead through it, Escape closes it, and the focus is back on the button before anything is done. */
export function MoreMenu({ items, className, opens = 'below' }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };

  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    const leave = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);

  const walk = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close();
    if (event.key !== 'Escape' && next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) all[(next + all.length) % all.length]?.focus();
  };

  if (items.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu inside.
    <div ref={box} className="relative" onKeyDown={walk}>
      <button
        ref={button}
        type="button"
        aria-label={contentTexts.more}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={className}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreIcon size={22} />
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          aria-label={contentTexts.more}
          className={clsx(
            'floating arrives absolute right-0 z-20 min-w-44 overflow-hidden rounded-control border border-line bg-raised py-1',
            opens === 'below' ? 'top-full' : 'bottom-full',
          )}
        >
          {items.map(({ label, icon, onChoose }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="flex min-h-12 w-full items-center gap-3 px-4 text-left font-medium whitespace-nowrap focus-visible:bg-surface focus-visible:-outline-offset-2"
              onClick={() => {
                close();
                onChoose();
              }}
            >
              <span className="flex-none text-soft">{icon}</span>
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
