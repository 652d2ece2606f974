import { Fragment } from 'react';

/** Long names break after a dot, dash or underscore before they break inside a word. */
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
