const DEFAULT_GRADIENT = 'from-purple-400 to-pink-400';

/** The fixed palette behind the class strings that the server keeps, as far as they can be chosen today. */
const gradientColours: Readonly<Record<string, readonly string[]>> = {
  [DEFAULT_GRADIENT]: ['#c084fc', '#f472b6'],
};

export interface Disc {
  readonly backgroundImage: string;
  readonly filter: string;
}

/** A person's gradient on a disc. The id turns it and shifts its hue a little, so that two people with the same colours can still be told apart. */
export function discOf(id: string, classes: string = DEFAULT_GRADIENT): Disc {
  const colours = gradientColours[classes] ?? gradientColours[DEFAULT_GRADIENT] ?? [];
  let mix = 0;
  for (const letter of id) mix = (mix * 31 + letter.charCodeAt(0)) % 65_521;
  return { backgroundImage: `linear-gradient(${mix % 360}deg, ${colours.join(', ')})`, filter: `hue-rotate(${(mix % 97) - 48}deg)` };
}
