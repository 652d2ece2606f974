/**
 * Runs in the page. `part` is a selector.
 * @returns controls beyond the page's sides, or covered even after the floating button has moved away
 */
export const unreachableControls = async (part: string): Promise<string[]> => {
  /** Far more frames than the floating button needs to move away. */
  const maxFrames = 300;
  const found: string[] = [];
  const tell = (control: Element, why: string) =>
    found.push(
      `${why}: ${control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)} (${control.tagName.toLowerCase()})`,
    );
  if (document.documentElement.scrollWidth > window.innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  const controls = 'a[href], button, input, select, textarea, [role=slider]';
  for (const control of document.querySelector(part)?.querySelectorAll<HTMLElement>(controls) ?? []) {
    const style = getComputedStyle(control);
    if (
      control.closest('.sr-only, [inert]') ||
      control.matches('.sr-only') ||
      style.visibility === 'hidden' ||
      style.pointerEvents === 'none'
    )
      continue;
    if (!(control instanceof HTMLTextAreaElement)) control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    // Skip links are visible only while they have the focus.
    if (box.width < 2 || box.height < 2 || style.clipPath !== 'none') continue;
    if (box.left < -0.5 || box.right > window.innerWidth + 0.5) tell(control, 'beyond the side');
    const top = () => {
      const { left, top: above, width, height } = control.getBoundingClientRect();
      return document.elementFromPoint(
        left + width / 2,
        Math.min(window.innerHeight - 1, Math.max(0, above + height / 2)),
      );
    };
    const isFree = () => {
      const over = top();
      return (
        over !== null &&
        (control.contains(over) || over.contains(control) || over.closest('label')?.contains(control) === true)
      );
    };
    for (let frame = 0; frame < maxFrames && !isFree(); frame += 1) await new Promise(requestAnimationFrame);
    if (!isFree()) tell(control, `under ${top()?.tagName.toLowerCase()}.${top()?.className.toString().slice(0, 40)}`);
  }
  window.scrollTo(0, 0);
  return found;
};
