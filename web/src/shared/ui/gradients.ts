const DEFAULT_GRADIENT = 'from-purple-400 to-pink-400';

/** The fixed palette behind the class strings that the server keeps, as far as they can be chosen today. */
const gradientColours: Readonly<Record<string, readonly string[]>> = {
  [DEFAULT_GRADIENT]: ['#c084fc', '#f472b6'],
};

/** A person's gradient as a CSS image. The id turns it, so that two people with the same colours still look different. */
export function gradientOf(id: string, classes: string = DEFAULT_GRADIENT): string {
  const colours = gradientColours[classes] ?? gradientColours[DEFAULT_GRADIENT] ?? [];
  let turn = 0;
  for (const letter of id) turn = (turn * 31 + letter.charCodeAt(0)) % 360;
  return `linear-gradient(${turn}deg, ${colours.join(', ')})`;
}
