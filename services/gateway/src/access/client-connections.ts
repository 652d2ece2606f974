import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** The form of an address by which limits count. IPv6 is cut to its /64 (RFC 6177), mapped IPv4 becomes IPv4. */
export const addressForLimits = (address: string): string => {
  if (!address.includes(':')) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
};

/** `address` is null if the proxy wrote no valid address. */
export interface ForwardedHop {
  readonly address: string | null;
  readonly proto?: string | undefined;
  readonly host?: string | undefined;
}

const bracketed = /^\[([^\]]+)\](?::(?:\d{1,5}|_[\w.-]+))?$/;
const withPort = /^([\d.]+):(?:\d{1,5}|_[\w.-]+)$/;

/** The address of a node (RFC 7239, section 6). Null for a name, `unknown` or a malformed node. */
const addressIn = (node: string): string | null => {
  const [, inBrackets] = bracketed.exec(node) ?? [];
  if (inBrackets !== undefined) return isIP(inBrackets) === 6 ? inBrackets : null;
  const bare = withPort.exec(node)?.[1] ?? node;
  return isIP(bare) === 0 ? null : bare;
};

const unquoted = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text;

const hopsOfList = (header: string): ForwardedHop[] =>
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
/** Maximum number of characters. A longer `Forwarded` header counts as broken. */
const maxHeaderLength = 4096;

/**
 * The hops of a `Forwarded` header. A broken header becomes one hop without an address, because a client's open
 * quotation mark could hide the entry of the trusted proxy.
 */
const hopsOfForwarded = (header: string): ForwardedHop[] => {
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

export interface ClientConnection {
  /** Normalized by `addressForLimits`. */
  readonly address: string;
  readonly isOverTls: boolean;
  /** Empty if the client sent no host. */
  readonly host: string;
}

interface ClientConnectionsOptions {
  readonly trustedProxies: readonly string[];
  /** If true, every connection counts as TLS, and the protocol in proxy headers is ignored. */
  readonly isAlwaysTls: boolean;
  /**
   * Called at most once a minute if an untrusted peer sends proxy headers. `peer` is an address only if it is private.
   */
  readonly onUntrusted: (peer: string) => void;
}

const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'x-forwarded-proto', 'x-forwarded-host'] as const;
const warnEveryMs = 60_000;
const privateRanges = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

const lastOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value.split(',').at(-1)?.trim() || undefined : undefined;
const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');
const isTls = (proto: string | undefined): boolean => /^(?:https|wss)$/i.test(proto ?? '');
const speaksTls = ({ socket }: IncomingMessage): boolean => 'encrypted' in socket && socket.encrypted === true;

/**
 * Finds the client of a request: the nearest hop that is not a trusted proxy. Reads headers only from trusted proxies.
 * If a trusted proxy wrote no valid address, this proxy itself counts as the client.
 */
export class ClientConnections {
  readonly #trust: ReturnType<typeof proxyAddress.compile>;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ClientConnectionsOptions) {
    this.#trust = proxyAddress.compile([...options.trustedProxies]);
  }

  clientOf(request: IncomingMessage): ClientConnection {
    const { headers, socket } = request;
    const peer = socket.remoteAddress ?? '';
    const host = headers.host ?? '';
    const isForwarded = forwardedHeaders.some((name) => headers[name] !== undefined);
    if (!isForwarded || !this.#trust(peer, 0)) {
      if (isForwarded) this.#warn(peer);
      return { address: addressForLimits(peer), isOverTls: this.options.isAlwaysTls || speaksTls(request), host };
    }
    const listed = this.#client(peer, hopsOfList(textOf(headers['x-forwarded-for'])));
    const forwarded = this.#client(peer, hopsOfForwarded(textOf(headers.forwarded)));
    const proto = lastOf(headers['x-forwarded-proto']) ?? forwarded?.hop.proto;
    return {
      address: addressForLimits(agreedClient(peer, listed, forwarded)),
      isOverTls: this.options.isAlwaysTls || (proto === undefined ? speaksTls(request) : isTls(proto)),
      host: lastOf(headers['x-forwarded-host']) ?? forwarded?.hop.host ?? host,
    };
  }

  #client(peer: string, hops: readonly ForwardedHop[]): { address: string; hop: ForwardedHop } | null {
    let client: { address: string; hop: ForwardedHop } | null = null;
    for (const hop of hops.toReversed()) {
      if (hop.address === null) return { address: client?.address ?? peer, hop: client?.hop ?? hop };
      client = { address: hop.address, hop };
      if (!this.#trust(hop.address, 0)) return client;
    }
    return client;
  }

  #warn(peer: string): void {
    const now = performance.now();
    if (now - this.#warnedAt < warnEveryMs) return;
    this.#warnedAt = now;
    const isPrivate = ipaddr.isValid(peer) && privateRanges.has(ipaddr.process(peer).range());
    this.options.onUntrusted(isPrivate ? peer : 'a public address');
  }
}

/** A proxy writes only one of `X-Forwarded-For` and `Forwarded`. If the two disagree, the peer counts as the client. */
const agreedClient = (
  peer: string,
  listed: { address: string } | null,
  forwarded: { address: string } | null,
): string => {
  if (listed === null || forwarded === null) return (listed ?? forwarded)?.address ?? peer;
  return listed.address === forwarded.address ? listed.address : peer;
};
