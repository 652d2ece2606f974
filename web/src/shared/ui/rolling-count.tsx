import { useState } from 'react';
import { figures } from '../texts/language.ts';

/** Hidden from screen readers. The parent also gives the count in words. */
export function RollingCount({ value }: { value: number }) {
  const count = figures(value);
  const [shown, setShown] = useState<{ readonly count: string; readonly before?: string }>({ count });
  if (shown.count !== count) setShown({ count, before: shown.count });
  return (
    <span className="rolling" aria-hidden="true">
      <span key={count} data-before={shown.before}>
        {count}
      </span>
    </span>
  );
}
