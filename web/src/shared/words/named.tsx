/** Placeholder for the name. Our texts never contain it. */
const PLACE = '\uFFFC';

interface NamedProps {
  readonly say: (name: string) => string;
  readonly name: string;
}

/** Isolates a user's words inside a sentence, so that their direction does not change the other words. */
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
