/** Placeholder for the name. Our texts never contain it. */
const PLACEHOLDER = '\uFFFC';

/** Isolates a user's words inside a sentence, so that their direction does not change the other words. */
export function SentenceWithName({ say, name }: { say: (name: string) => string; name: string }) {
  const [before, after] = say(PLACEHOLDER).split(PLACEHOLDER);
  return (
    <span>
      <span>{before}</span>
      <bdi>{name}</bdi>
      <span>{after}</span>
    </span>
  );
}
