import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { ChevronIcon } from './icons.tsx';

interface SelectProps extends ComponentProps<'select'> {
  /** Of the frame around it: where it stands. */
  readonly frameClassName?: string;
  readonly arrowSize?: number;
}

/** The browser's own choice of one, with an arrow of ours: browsers put theirs at the very edge, away from the words. Smaller letters would have phones enlarge the page. */
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
