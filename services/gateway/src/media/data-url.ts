import { Refusal } from '@hearsay/contracts';

/** What a data URL carries (RFC 2397), base64 only. */
export interface DataUrl {
  readonly filetype: string;
  readonly bytes: Buffer;
}

const head = /^data:([\w.+-]+\/[\w.+-]+)((?:;[\w.+-]+=[^;,]*)*);base64,$/;
/** No head is longer. */
const headLength = 300;

/** Null: it is no data URL. @throws Refusal `invalid_input` where it is broken, `too_large` above so many decoded bytes */
export const readDataUrl = (text: string, mostBytes: number, field: string): DataUrl | null => {
  if (!text.startsWith('data:')) return null;
  const comma = text.slice(0, headLength).indexOf(',');
  const [, type, parameters = ''] = head.exec(text.slice(0, comma + 1)) ?? [];
  const broken = () => {
    const message = 'This is no base64 data URL';
    return new Refusal('invalid_input', message, { fields: { [field]: message } });
  };
  if (type === undefined) throw broken();
  // Four characters stand for three bytes.
  if ((text.length - comma - 1) * 0.75 > mostBytes + 2) throw tooLargeForDataUrl(mostBytes);
  const bytes = Buffer.from(text.slice(comma + 1), 'base64');
  if (bytes.length === 0 || Math.abs(bytes.length - (text.length - comma - 1) * 0.75) > 3) throw broken();
  if (bytes.length > mostBytes) throw tooLargeForDataUrl(mostBytes);
  return { filetype: `${type}${parameters}`, bytes };
};

const tooLargeForDataUrl = (mostBytes: number) =>
  new Refusal('too_large', `A data URL carries at most ${mostBytes / 1024 / 1024} MB; upload larger files at /api/uploads`);
