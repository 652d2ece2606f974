import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { matchPath } from '../navigation/match-path.ts';
import { navigate, useLocation } from '../navigation/navigation.tsx';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the app, with query and hash. */
  readonly to: string;
  readonly state?: unknown;
  readonly replace?: boolean;
  /** A document of its own instead of the next page of the app. */
  readonly reloadDocument?: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** Whether the browser itself knows what to do with a click: a new tab, a new window, a download. */
const isOfBrowser = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent, target: string | undefined): boolean =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey || (target !== undefined && target !== '_self');

/** A way to another page of the app. A link to where one is adds nothing to the history. */
export function Link({ to, state, replace, reloadDocument = false, onClick, target, ...rest }: LinkProps) {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || reloadDocument || isOfBrowser(event, target)) return;
    event.preventDefault();
    navigate(to, { replace: replace ?? event.currentTarget.href === window.location.href, state });
  };
  return <a {...rest} href={to} target={target} onClick={click} />;
}

interface PlaceLinkProps extends Omit<LinkProps, 'className'> {
  readonly className: (place: { isActive: boolean }) => string;
}

/** A link of a navigation: it says when it leads to where one is. What lies below a place is another: `/profile/{id}` is somebody else's. */
export function PlaceLink({ className, ...link }: PlaceLinkProps) {
  const isActive = matchPath(link.to.replace(/[?#].*$/, ''), useLocation().pathname) !== null;
  return <Link {...link} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />;
}
