import { Fragment } from 'react';

/** A username where it may be too long for its line: it breaks behind a dot, a line or an underscore before it breaks inside of a word. */
export function Username({ name }: { name: string }) {
  const parts = name.match(/[^._-]+[._-]*|[._-]+/g) ?? [name];
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name stay where they are.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
}
