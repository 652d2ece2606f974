/** The language of all texts of the app. */
const LANGUAGE = 'en';

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE);

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The form that a count takes, with the count written before it: `1 boost`, `1,204 boosts`. */
export const counted = (count: number, forms: Forms): string =>
  `${figures(count)} ${forms[rules.select(count)] ?? forms.other}`;

/** A whole number as people of this language write it. */
export const figures = (count: number): string => count.toLocaleString(LANGUAGE);
