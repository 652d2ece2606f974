import { use, useEffect, useId, useRef, useState } from 'react';
import { contentTexts } from '../texts/content.ts';
import { MoreIcon } from './card-icons.tsx';
import { ContentName } from './content-name.ts';
import type { Elements } from './elements.ts';
import type { MenuListProps } from './menu-list.tsx';

interface MoreMenuProps<Code> {
  readonly className?: string;
  readonly opens?: MenuListProps['opens'];
  readonly load: () => Promise<Code>;
  readonly children: (code: Code, menu: Omit<MenuListProps, 'items'>) => Elements;
}

export function MoreMenu<Code extends object>({ className, opens = 'below', load, children }: MoreMenuProps<Code>) {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState<Code | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Without a network the menu stays closed. The next tap tries again.
  const prepare = () => {
    if (!code) load().then(setCode, () => setOpen(false));
  };
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };

  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);

  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={contentTexts.more}
        aria-describedby={use(ContentName)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen && code ? id : undefined}
        className={className}
        onPointerDown={prepare}
        onFocus={prepare}
        onClick={() => {
          if (!isOpen) prepare();
          setOpen(!isOpen);
        }}
      >
        <MoreIcon size={22} />
      </button>
      {isOpen && code && children(code, { id, opens, onClose: close })}
    </div>
  );
}
