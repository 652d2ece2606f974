import { Refusal } from '@hearsay/contracts';

/** How long the address of a picture may be. */
const maxLength = 2048;

const refused = (mistake: string) => new Refusal('invalid_input', mistake, { fields: { profileImage: mistake } });

/**
 * The address of a picture that lies somewhere on the web, as browsers will ask for it. @throws Refusal `invalid_input` unless it is an http(s) address
 * without a password in it.
 */
export const pictureAddress = (text: string): string => {
  const mistake = 'Please enter the http or https address of a picture';
  if (!URL.canParse(text)) throw refused(mistake);
  const { href, protocol, username, password } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') throw refused(mistake);
  if (href.length > maxLength) throw refused(`The address of a picture has at most ${maxLength} characters`);
  return href;
};
