import { useLayoutEffect } from 'react';

const controls = ['a[href]', 'button:enabled', 'input:enabled', 'select:enabled', 'textarea:enabled', '[tabindex]']
  .map((control) => `${control}:not([tabindex="-1"])`)
  .join();

interface Place {
  readonly parent: Element;
  readonly previous: Node | null;
}

interface Focused {
  readonly element: HTMLElement;
  readonly path: string;
  place: Place | null;
}

const isInDialog = (element: Element): boolean => element.closest('dialog') !== null;
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Searches ever larger parts of the page around the place. Returns the first control after the place, else the last one
 * before it. Without a control it returns the heading, because from `main` the keyboard would start above the heading.
 */
function controlAt({ parent, previous }: Place): HTMLElement | null {
  const page = parent.closest<HTMLElement>('main, dialog');
  let anchor = previous;
  for (let part: Element = parent; page?.contains(part); part = part.parentElement ?? document.body) {
    const here = [...part.querySelectorAll<HTMLElement>(controls)].filter(
      (control) => control.checkVisibility?.() ?? true,
    );
    const isBehind = (control: Element) =>
      !anchor ||
      (!anchor.contains(control) && (anchor.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    const found = here.find(isBehind) ?? here.at(-1);
    if (found) return chosenOf(found);
    anchor = part;
  }
  const heading = (page ?? document).querySelector<HTMLElement>('main h1, dialog h2');
  heading?.setAttribute('tabindex', '-1');
  return heading ?? document.querySelector('main');
}

function successorOf(gone: Focused, inMain: Focused | null): HTMLElement | null {
  if (!gone.place) return null;
  const isBeside = gone.place.parent.closest('main, dialog') === null;
  if (!isBeside || inMain?.path !== gone.path) return controlAt(gone.place);
  return inMain.element.isConnected ? inMain.element : controlAt(inMain.place ?? gone.place);
}

const chosenOf = (control: HTMLElement): HTMLElement =>
  (control instanceof HTMLInputElement &&
    control.type === 'radio' &&
    control.closest('fieldset')?.querySelector<HTMLElement>('input:checked')) ||
  control;

/** Moves the focus to a nearby control (WCAG 2.4.3) after the focused control was removed or disabled. */
export function useKeepFocus(): void {
  // A layout effect reads the focus and adds the listeners in one step, so that this late code misses no event.
  useLayoutEffect(() => {
    /** The last focused element outside dialogs. */
    let inPage: Focused | null = null;
    /** The last focused element inside `main`, which excludes toasts. */
    let inMain: Focused | null = null;
    let inDialog: Focused | null = null;

    const remember = (target: EventTarget | null) => {
      if (!(target instanceof HTMLElement)) return;
      const next = { element: target, path: window.location.pathname, place: null };
      if (isInDialog(target)) inDialog = next;
      else [inPage, inDialog] = [next, null];
      if (target.closest('main')) inMain = next;
    };
    const focused = ({ target }: FocusEvent) => remember(target);
    // After a tap outside all controls, the focus must not return.
    const left = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        if (!isNowhere() || !(target instanceof HTMLElement) || !target.isConnected || target.matches(':disabled'))
          return;
        if (target === inPage?.element) inPage = null;
        if (target === inMain?.element) inMain = null;
        if (target === inDialog?.element) inDialog = null;
      });
    };
    const changed = (changes: MutationRecord[]) => {
      for (const known of [inPage, inMain, inDialog])
        if (known && !known.element.isConnected) known.place ??= placeOf(known.element, changes);
      if (!isNowhere()) return;
      if (inDialog && !inDialog.element.isConnected && !inDialog.place?.parent.closest('dialog')) inDialog = null;
      const last = inDialog ?? inPage;
      if (!last || last.path !== window.location.pathname) return;
      if (!last.element.isConnected) successorOf(last, inMain)?.focus({ preventScroll: true });
      else if (isEnabledAgain(last.element, changes)) last.element.focus({ preventScroll: true });
    };

    if (!isNowhere()) remember(document.activeElement);
    const observer = new MutationObserver(changed);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', focused);
    document.addEventListener('focusout', left);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', focused);
      document.removeEventListener('focusout', left);
    };
  }, []);
}

const isEnabledAgain = (element: HTMLElement, changes: readonly MutationRecord[]): boolean =>
  !element.matches(':disabled') && changes.some(({ type, target }) => type === 'attributes' && target === element);

function placeOf(element: Element, changes: readonly MutationRecord[]): Place | null {
  // A virtual list removes distant rows and restores them later.
  if (element.closest('[data-index]')) return null;
  for (const { removedNodes, target, previousSibling } of changes) {
    const isGone = [...removedNodes].some((node) => node.contains(element));
    if (isGone && target instanceof Element && target.isConnected) return { parent: target, previous: previousSibling };
  }
  return null;
}
