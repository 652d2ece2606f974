const LANGUAGE = 'en';

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE);

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Includes the count: `1 boost`, `1,204 boosts`. */
export const counted = (count: number, forms: Forms): string =>
  `${figures(count)} ${forms[rules.select(count)] ?? forms.other}`;

export const figures = (count: number): string => count.toLocaleString(LANGUAGE);
