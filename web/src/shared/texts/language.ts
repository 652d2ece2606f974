/** Every language of the app. Another one here makes each catalogue of texts ask for its words. */
type Language = 'en';

/** The language of this page load. */
const language: Language = 'en';

/** The texts of one part of the app in the page's language; every language has the same keys and the same parameters. */
// @__NO_SIDE_EFFECTS__
export function inLanguage<Texts>(texts: Readonly<Record<Language, Texts>>): Texts {
  return texts[language];
}

const rules = /* @__PURE__ */ new Intl.PluralRules(language);

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The form that a count takes, with the count written before it: `1 boost`, `1,204 boosts`. */
export const counted = (count: number, forms: Forms): string =>
  `${figures(count)} ${forms[rules.select(count)] ?? forms.other}`;

/** A whole number as people of this language write it. */
export const figures = (count: number): string => count.toLocaleString(language);
