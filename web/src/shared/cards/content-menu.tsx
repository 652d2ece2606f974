import { use, useId, useState } from 'react';
import { loadCode } from '../errors/new-build.ts';
import { useUser } from '../session/session.ts';
import { contentTexts } from '../texts/content.ts';
import { MoreIcon } from '../ui/card-icons.tsx';
import { ContentNameContext } from '../ui/content-name.ts';
import { useMenu } from '../ui/use-menu.ts';
import type { ContentMenuList, ContentMenuListProps } from './content-menu-list.tsx';

export interface ContentMenuProps extends Omit<ContentMenuListProps, 'id' | 'opens' | 'onClose'> {
  readonly className: string;
  readonly opens?: ContentMenuListProps['opens'];
}

export const ContentMenu = (props: ContentMenuProps) => useUser() && <MoreMenu {...props} />;

function MoreMenu({ className, opens = 'below', ...content }: ContentMenuProps) {
  const { isOpen, setOpen, box, button, close } = useMenu();
  const [List, setList] = useState<typeof ContentMenuList | null>(null);
  const id = useId();
  const prepare = () => {
    if (List) return;
    loadCode(() => import('./content-menu-list.tsx')).then(
      (code) => setList(() => code.ContentMenuList),
      // Without its code the menu closes. The next tap loads the code again.
      () => setOpen(false),
    );
  };

  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={contentTexts.more}
        aria-describedby={use(ContentNameContext)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen && List ? id : undefined}
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
      {isOpen && List && <List {...content} id={id} opens={opens} onClose={close} />}
    </div>
  );
}
