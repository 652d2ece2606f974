import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { ChevronIcon } from './icons.tsx';

interface SelectProps extends ComponentProps<'select'> {
  readonly frameClassName?: string;
  readonly arrowSize?: number;
}

/** A native select with our own arrow, because browsers place theirs at the edge. Phones zoom into text below 16 px. */
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
