import { useState } from 'react';
import { EyeIcon, EyeOffIcon } from '../../shared/ui/icons.tsx';

interface PasswordInputProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly isInvalid: boolean;
  readonly describedBy: string;
}

/** A password that can be looked at while it is typed. */
export function PasswordInput({ id, value, onChange, autoComplete, isInvalid, describedBy }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <input
        id={id}
        type={isShown ? 'text' : 'password'}
        value={value}
        autoComplete={autoComplete}
        autoCapitalize="none"
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        className="field pr-13"
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0.5 grid w-11 place-items-center text-soft"
      >
        {isShown ? <EyeOffIcon /> : <EyeIcon />}
      </button>
    </div>
  );
}
