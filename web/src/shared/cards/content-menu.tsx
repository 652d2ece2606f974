import { loadCode } from '../errors/new-build.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import type { ContentMenuProps } from './content-menu-list.tsx';
import { useViewer } from './use-viewer.ts';

const loadList = () => loadCode(() => import('./content-menu-list.tsx'));

export function ContentMenu({ className, opens, ...content }: ContentMenuProps) {
  if (!useViewer()) return null;
  return (
    <MoreMenu className={className} opens={opens} load={loadList}>
      {({ ContentMenuList }, menu) => <ContentMenuList {...content} menu={menu} />}
    </MoreMenu>
  );
}
