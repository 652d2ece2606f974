/** Stands for the name while the sentence is made; no text of ours holds it. */
const PLACE = '\uFFFC';

interface NamedProps {
  /** Makes the sentence around a name or a title. */
  readonly say: (name: string) => string;
  readonly name: string;
}

/** A sentence with words of people in it: whatever their direction, they change nothing around them. */
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
