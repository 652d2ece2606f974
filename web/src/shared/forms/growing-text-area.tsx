import { type ComponentProps, useLayoutEffect, useRef } from 'react';

interface GrowingTextAreaProps extends ComponentProps<'textarea'> {
  readonly value: string;
  /** Pixels; beyond it the text scrolls inside. */
  readonly mostHeight?: number;
}

/** A text area as high as its words, so that nobody writes through a slit. */
export function GrowingTextArea({ mostHeight = 480, className = '', ref, ...rest }: GrowingTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const area = own.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(mostHeight, area.scrollHeight + 2)}px`;
  }, [rest.value, mostHeight]);
  return (
    <textarea
      ref={(area) => {
        own.current = area;
        if (typeof ref === 'function') ref(area);
        else if (ref) ref.current = area;
      }}
      className={`resize-none ${className}`}
      {...rest}
    />
  );
}
