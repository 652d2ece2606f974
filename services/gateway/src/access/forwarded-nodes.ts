import { isIP } from 'node:net';

/** One hop as a proxy wrote it down. `address` null: what stands there is no address. */
export interface ForwardedHop {
  readonly address: string | null;
  readonly proto?: string | undefined;
  readonly host?: string | undefined;
}

const bracketed = /^\[([^\]]+)\](?::(?:\d{1,5}|_[\w.-]+))?$/;
const withPort = /^([\d.]+):(?:\d{1,5}|_[\w.-]+)$/;

/** The address in a node of RFC 7239, section 6, also as `X-Forwarded-For` has them. Null for names, `unknown` and nonsense. */
const addressIn = (node: string): string | null => {
  const [, inBrackets] = bracketed.exec(node) ?? [];
  if (inBrackets !== undefined) return isIP(inBrackets) === 6 ? inBrackets : null;
  const bare = withPort.exec(node)?.[1] ?? node;
  return isIP(bare) === 0 ? null : bare;
};

const unquoted = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text;

/** The hops of an `X-Forwarded-For` header, in its order. */
export const hopsOfList = (header: string): ForwardedHop[] =>
  header
    .split(',')
    .map((node) => node.trim())
    .filter((node) => node !== '')
    .map((node) => ({ address: addressIn(unquoted(node)) }));

const token = "[!#$%&'*+.^_`|~\\w-]+";
const quoted = '"(?:[^"\\\\]|\\\\.)*"';
const pair = `${token}=(?:${token}|${quoted})`;
const element = new RegExp(`[ \\t]*(?:(${pair}(?:[ \\t]*;[ \\t]*${pair})*)[ \\t]*)?(,|$)`, 'y');
const pairs = new RegExp(`(${token})=(${token}|${quoted})`, 'g');
/** No chain of proxies writes more. */
const maxHeaderLength = 4096;

/**
 * The hops of a `Forwarded` header (RFC 7239, section 4), in its order. A broken header is one hop without an address: a client could otherwise
 * swallow what the proxy has added, by a quotation mark that it leaves open.
 */
export const hopsOfForwarded = (header: string): ForwardedHop[] => {
  const hops: ForwardedHop[] = [];
  if (header.length > maxHeaderLength) return [{ address: null }];
  element.lastIndex = 0;
  while (element.lastIndex < header.length) {
    const found = element.exec(header);
    if (!found) return [{ address: null }];
    if (found[1] !== undefined) hops.push(hopOf(found[1]));
  }
  return hops;
};

const hopOf = (text: string): ForwardedHop => {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(pairs)) {
    values.set(name.toLowerCase(), value.startsWith('"') ? unquoted(value).replace(/\\(.)/g, '$1') : value);
  }
  return { address: addressIn(values.get('for') ?? ''), proto: values.get('proto'), host: values.get('host') };
};
