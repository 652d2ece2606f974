import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { ChevronIcon } from './icons.tsx';

interface SelectProps extends ComponentProps<'select'> {
  readonly frameClassName?: string;
  readonly arrowSize?: number;
}

/**
 * A native select with our own arrow, because browsers draw theirs at the edge. Its text has 16 px, below which phones
 * zoom.
 */
export function Select({ frameClassName, className, arrowSize = 20, ...rest }: SelectProps) {
  return (
    <span className={clsx('relative grid items-center', frameClassName)}>
      <select className={clsx('appearance-none text-[max(1rem,16px)]', className)} {...rest} />
      <span className="pointer-events-none absolute right-3 rotate-90 text-soft">
        <ChevronIcon size={arrowSize} />
      </span>
    </span>
  );
}
