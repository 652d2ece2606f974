import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link, type LinkProps, useLocation, useMatch } from 'react-router';
import { queryKeys } from '../shared/api/cache.ts';
import { scrollToTop } from '../shared/navigation/scroll-to-top.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { AskIcon, CompassIcon, HomeIcon, UserIcon } from '../shared/ui/frame-icons.tsx';

const TABS = [
  { to: '/', label: frameTexts.tabs.feed },
  { to: '/discover', label: frameTexts.tabs.discover },
  { to: '/create', label: frameTexts.tabs.create },
  { to: '/my-content', label: frameTexts.tabs.myContent },
] as const;

const PLACES = [
  { to: '/', label: frameTexts.places.feed, Icon: HomeIcon },
  { to: '/discover', label: frameTexts.places.discover, Icon: CompassIcon },
  { to: '/create?type=question', label: frameTexts.places.ask, Icon: AskIcon },
  { to: '/profile', label: frameTexts.places.profile, Icon: UserIcon },
] as const;

export function TabBar() {
  const again = useAgain();
  return (
    <nav aria-label={frameTexts.sections} className="flex flex-wrap gap-x-1 border-b border-line px-3">
      {TABS.map(({ to, label }) => (
        <NavigationLink
          key={to}
          to={to}
          onClick={again}
          className={({ isActive }) =>
            clsx(
              'grid min-h-11 flex-auto justify-items-center px-1 text-[0.90625rem] font-semibold whitespace-nowrap transition-colors',
              isActive ? 'text-text' : 'text-soft',
            )
          }
        >
          <span className="tab-word">{label}</span>
        </NavigationLink>
      ))}
    </nav>
  );
}

export function BottomNav() {
  const again = useAgain();
  return (
    <nav
      aria-label={frameTexts.main}
      className="bottom-nav blurred-bar fixed inset-x-0 bottom-0 z-30 mx-auto flex h-(--nav) max-w-(--phone) items-start justify-around border-t border-line px-3 pt-1.5 pb-(--safe-bottom) low:static"
    >
      {PLACES.map(({ to, label, Icon }) => (
        <NavigationLink
          key={to}
          to={to}
          onClick={again}
          className={({ isActive }) =>
            clsx(
              'group grid min-h-13 flex-auto basis-16 place-items-center rounded-control text-[min(0.75rem,7vw)] font-semibold whitespace-nowrap',
              isActive ? 'text-text' : 'text-soft',
            )
          }
        >
          <span className="transition-colors group-aria-[current=page]:text-air">
            <Icon size={24} />
          </span>
          <span>{label}</span>
        </NavigationLink>
      ))}
    </nav>
  );
}

interface PlaceLinkProps extends Omit<LinkProps, 'className' | 'to'> {
  readonly to: string;
  readonly className: (place: { isActive: boolean }) => string;
}

/** A link that is marked as current only on its exact path, with any query. */
export function NavigationLink({ to, className, ...rest }: PlaceLinkProps) {
  const isActive = useMatch(to.replace(/\?.*/, '')) !== null;
  return <Link {...rest} to={to} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />;
}

function useAgain() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  return (event: React.MouseEvent<HTMLAnchorElement>) => {
    if (new URL(event.currentTarget.href).pathname !== pathname) return;
    scrollToTop();
    if (pathname === '/' || pathname === '/discover') void client.resetQueries({ queryKey: queryKeys.feed.all });
  };
}
