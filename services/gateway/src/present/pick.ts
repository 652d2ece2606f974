import type { z } from 'zod';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Copies only the fields that a public schema names. Other fields of an internal view stay out. */
export const pickPublicFields = <S extends Shape, V extends object>(
  { shape }: { readonly shape: S },
  view: V,
): Pick<V, Extract<keyof V, keyof S>> =>
  Object.fromEntries(Object.entries(view).filter(([name]) => Object.hasOwn(shape, name))) as Pick<
    V,
    Extract<keyof V, keyof S>
  >;
