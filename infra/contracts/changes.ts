import type { Release, Shape } from './shapes.ts';

/**
 * Calls, events and frames must keep their names, because processes send these names. Bodies and answers may be
 * renamed.
 */
const mustStay = (name: string): boolean => name.includes(' ') || name.endsWith('Frame') || name.startsWith('Live');

/**
 * Lists the changes by which processes of two releases would not understand each other. Only new messages, optional
 * fields, values and variants are allowed.
 */
export const incompatibleChanges = (old: Release, now: Release): string[] => {
  /** Pairs of referenced shapes that are already compared and compatible. */
  const compatible = new Set<string>();
  const resolved = (shape: Shape, { shared }: Pick<Release, 'shared'>): Shape =>
    shape.$ref === undefined ? shape : resolved(shared[shape.$ref] ?? {}, { shared });

  const compare = (at: string, oldShape: Shape, newShape: Shape): string[] => {
    const pair = `${oldShape.$ref} ${newShape.$ref}`;
    if (compatible.has(pair)) return [];
    const changes = compareResolved(at, resolved(oldShape, old), resolved(newShape, now));
    if (oldShape.$ref && newShape.$ref && changes.length === 0) compatible.add(pair);
    return changes;
  };

  const compareResolved = (at: string, before: Shape, after: Shape): string[] => {
    if (before.anyOf || after.anyOf) return compareVariants(at, before, after);
    if (after.type && before.type !== after.type) return [`${at} was ${before.type}, and is ${after.type}`];
    const lost = after.enum ? (before.enum ?? ['any value']).filter((value) => !after.enum!.includes(value)) : [];
    return [
      ...lost.map((value) => `${at} has no value ${value}`),
      ...(before.properties ? compareFields(at, before, after) : []),
      ...(before.items && after.items ? compare(`${at}[]`, before.items, after.items) : []),
      ...(before.additionalProperties && after.additionalProperties
        ? compare(`${at}{}`, before.additionalProperties, after.additionalProperties)
        : []),
    ];
  };

  /**
   * Compares each variant first with the new variant at the same index, because that comparison names the changed
   * field.
   */
  const compareVariants = (at: string, before: Shape, after: Shape): string[] => {
    const variants = after.anyOf ?? [after];
    return (before.anyOf ?? [before]).flatMap((variant, index) => {
      const { type } = resolved(variant, old);
      const isAlike = (other: Shape) => resolved(other, now).type === type;
      let changes = [`${at} has no variant ${type}`];
      for (const [place, other] of [...variants.slice(index), ...variants].filter(isAlike).entries()) {
        const found = compare(at, variant, other);
        if (found.length === 0) return [];
        if (place === 0) changes = found;
      }
      return changes;
    });
  };

  const isRequired = ({ required, properties }: Shape, name: string, release: Release): boolean =>
    required?.includes(name) === true &&
    ![properties![name]!, resolved(properties![name]!, release)].some(({ hasDefault }) => hasDefault);

  const compareFields = (at: string, before: Shape, after: Shape): string[] => {
    const [fields, present] = [before.properties ?? {}, after.properties ?? {}];
    const kept = Object.entries(fields).flatMap(([name, field]) => {
      const place = `${at}.${name}`;
      const other = present[name];
      if (!other) return [`${place} is gone`];
      const needed = isRequired(after, name, now);
      const isSame = isRequired(before, name, old) === needed;
      return [
        ...(isSame ? [] : [`${place} is ${needed ? 'required' : 'optional'} now`]),
        ...compare(place, field, other),
      ];
    });
    const added = Object.keys(present).filter((name) => !fields[name] && isRequired(after, name, now));
    return [...kept, ...added.map((name) => `${at}.${name} is new and required`)];
  };

  return Object.entries(old.messages).flatMap(([name, shape]) => {
    // Readers convert an earlier version of an event.
    const type = name.replace('event ', '');
    if (old.eventVersions[type] !== now.eventVersions[type]) return [];
    const present = now.messages[name];
    if (!present) return mustStay(name) ? [`${name} is gone`] : [];
    return compare(name, shape, present);
  });
};
