import { Fragment } from 'react';

/** Lets a long name break after a dot, dash or underscore, so that it rarely breaks inside a word. */
export function Username({ name }: { name: string }) {
  const parts = name.match(/[^._-]+[._-]*|[._-]+/g) ?? [name];
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
}
