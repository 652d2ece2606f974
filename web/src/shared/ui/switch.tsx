import { useId } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-14 items-center justify-between gap-4">
      <span>
        <span className="font-semibold">{label}</span>
        <span id={`${id}-hint`} className="block text-sm text-soft">
          {hint}
        </span>
      </span>
      <button
        type="button"
        id={id}
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        aria-describedby={`${id}-hint`}
        onClick={() => onChange(!isOn)}
        className="group relative h-11 w-13 flex-none"
      >
        <span className="absolute inset-x-0 top-1.5 h-8 rounded-pill border border-faint bg-raised transition-colors group-aria-checked:border-air group-aria-checked:bg-air" />
        <span className="absolute top-2.5 left-1 size-6 rounded-pill bg-soft transition-transform duration-200 group-aria-checked:translate-x-5 group-aria-checked:bg-air-ink" />
      </button>
    </label>
  );
}
