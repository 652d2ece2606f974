/** Placeholder for the name. None of our texts contains it. */
const PLACE = '\uFFFC';

interface NamedProps {
  readonly say: (name: string) => string;
  readonly name: string;
}

/** User words inside a sentence: their direction does not affect the rest. */
export function Named({ say, name }: NamedProps) {
  const [before, after] = say(PLACE).split(PLACE);
  return (
    <span>
      <span>{before}</span>
      <bdi>{name}</bdi>
      <span>{after}</span>
    </span>
  );
}
