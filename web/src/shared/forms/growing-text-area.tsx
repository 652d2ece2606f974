import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react';

interface GrowingTextAreaProps extends ComponentProps<'textarea'> {
  readonly value: string;
  readonly maxHeight?: number;
}

export function GrowingTextArea({ maxHeight = 480, className = '', ref, ...rest }: GrowingTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text needs a new height.
  useLayoutEffect(() => {
    if (own.current) fit(own.current, maxHeight);
  }, [rest.value, maxHeight]);

  // Fits the height again after a phone was rotated, because line breaks change.
  useEffect(() => {
    const area = own.current;
    if (!area || typeof ResizeObserver === 'undefined') return;
    let width = area.clientWidth;
    const observer = new ResizeObserver(() => {
      if (area.clientWidth === width) return;
      width = area.clientWidth;
      fit(area, maxHeight);
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, [maxHeight]);

  return (
    <textarea
      ref={(area) => {
        own.current = area;
        if (typeof ref === 'function') ref(area);
        else if (ref) ref.current = area;
      }}
      autoCapitalize="sentences"
      className={`resize-none ${className}`}
      {...rest}
    />
  );
}

function fit(area: HTMLTextAreaElement, maxHeight: number): void {
  area.style.height = 'auto';
  // In a closed sheet the height is 0. The `rows` attribute then sets the height.
  if (area.scrollHeight === 0) return;
  area.style.height = `${Math.min(maxHeight, area.scrollHeight + 2)}px`;
}
