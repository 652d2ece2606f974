import type { ComponentProps } from 'react';

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'maxLength' | 'onKeyDown'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, onChange, ...rest }: SearchFieldProps) {
  return (
    <input
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="field"
      aria-label={label}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  );
}
