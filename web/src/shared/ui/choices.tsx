import clsx from 'clsx';

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly isLegendHidden?: boolean;
  /** Scrolls sideways instead of wrapping. */
  readonly isOneLine?: boolean;
  /** Groups on one page need different names. */
  readonly name: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

export function Choices<Value extends string>({
  legend,
  isLegendHidden = false,
  isOneLine = false,
  name,
  choices,
  chosen,
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <fieldset className={clsx('flex min-w-0 gap-2', isOneLine ? 'one-line -mx-3 px-3 -my-1 py-1' : 'flex-wrap')}>
      <legend className={isLegendHidden ? 'sr-only' : 'pb-2 text-sm font-semibold'}>{legend}</legend>
      {choices.map(({ value, label }) => (
        <label
          key={value}
          className={clsx(
            'relative grid min-h-11 flex-none place-items-center rounded-pill border px-4 text-sm font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-air',
            value === chosen ? 'border-text bg-text text-ink' : 'border-line bg-surface text-soft',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
