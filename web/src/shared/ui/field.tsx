import type { ReactNode } from 'react';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  /** Quiet words on the right of the label, such as a count. */
  readonly aside?: ReactNode;
  readonly error?: string | null;
  readonly children: ReactNode;
}

/** A labelled input. The input points to the error with `aria-describedby={errorId(id)}`. */
export function Field({ id, label, aside, error, children }: FieldProps) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside && <span className="text-[13px] text-faint">{aside}</span>}
      </div>
      {children}
      <p id={errorId(id)} role="alert" className="text-sm font-medium text-air">
        {error && <span className="block pt-1.5">{error}</span>}
      </p>
    </div>
  );
}

export const errorId = (id: string): string => `${id}-error`;
