import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: To;
  readonly state?: unknown;
  readonly replace?: boolean;
  /** A document of its own instead of the next page of the app. */
  readonly reloadDocument?: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/**
 * A way to another page of the app. React Router's own link brings along how it fetches pages of its framework beforehand, which we do not
 * use and which is 3 kB of JavaScript on every page.
 */
export function Link({ to, state, replace, reloadDocument = false, onClick, target, ...rest }: LinkProps) {
  const href = useHref(to);
  const go = useLinkClickHandler(to, { target, replace, state });
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented && !reloadDocument) go(event);
  };
  return <a {...rest} href={href} target={target} onClick={click} />;
}

interface PlaceLinkProps extends Omit<LinkProps, 'className'> {
  /** Only this path itself counts, none below it. */
  readonly end?: boolean;
  readonly className: (place: { isActive: boolean }) => string;
}

/** A link of a navigation: it says when it leads to where one is. */
export function PlaceLink({ end = false, className, ...link }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const to = useResolvedPath(link.to).pathname;
  const isActive = pathname === to || (!end && pathname.startsWith(to.endsWith('/') ? to : `${to}/`));
  return <Link {...link} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />;
}
