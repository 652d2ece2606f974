import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Refusal, uploadLimits } from '@hearsay/contracts';
import ipaddr from 'ipaddr.js';
import { wrongField } from '../present/refusal.js';

const maxLength = 2048;

const refused = (mistake: string) => wrongField('profileImage', mistake);

/** Normalizes the address. @throws Refusal `invalid_input` unless it is http(s) without a password */
export const normalizePictureAddress = (text: string): string => {
  const mistake = 'Please enter the http or https address of a picture';
  if (!URL.canParse(text)) throw refused(mistake);
  const { href, protocol, username, password } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') throw refused(mistake);
  if (href.length > maxLength) throw refused(`The address of a picture has at most ${maxLength} characters`);
  return href;
};

const webPorts = new Set([80, 443]);
/** Global unicast addresses of IPv6 (RFC 4291). Some ranges outside of it contain IPv4 addresses in old forms. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');
/** On Azure, this address serves private data of the virtual machine. */
const azure = '168.63.129.16';

/**
 * True only for the public internet. Excludes special ranges and addresses that contain another address (mapped, NAT64,
 * 6to4, Teredo).
 */
const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address) || address === azure) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6));
};

/** Users choose the address. So only web ports of public addresses are allowed, and none of an internal network. */
export const mayConnect = (address: string, port: number): boolean => webPorts.has(port) && isPublic(address);

const usualLimits = { bytes: uploadLimits.image, timeoutMs: 10_000 };
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Maximum number of simultaneous fetches of the process. An account may have only one of them. */
const maxFetches = 4;
const dnsTimeoutMs = 2500;
const headers = { 'user-agent': 'Hearsay', accept: 'image/*', 'accept-encoding': 'identity' };

/** `resolve` returns IP addresses. `mayConnect` checks such an address before each connection. */
export interface OutboundNetwork {
  resolve(host: string, signal: AbortSignal): Promise<string[]>;
  mayConnect(address: string, port: number): boolean;
}

/** Queries DNS directly, because each query of the system's resolver blocks one of Node's few threads. */
const resolve = async (host: string, signal: AbortSignal): Promise<string[]> => {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  signal.removeEventListener('abort', cancel);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

const notFetched = () => refused('The picture at this address could not be fetched');

/** Fetches pictures from other hosts, so that browsers never contact those hosts. */
export class ForeignPictures {
  readonly #fetching = new Set<string>();

  constructor(
    private readonly network: OutboundNetwork = { resolve, mayConnect },
    private readonly limits = usualLimits,
  ) {}

  /**
   * The bytes at the address. They may be no picture.
   * @throws Refusal `invalid_input` with field `profileImage`, `unavailable` while too many fetches run
   */
  async fetch(address: string, accountId: string): Promise<Buffer> {
    if (this.#fetching.size >= maxFetches || this.#fetching.has(accountId))
      throw new Refusal('unavailable', undefined, { retryAfter: 5 });
    this.#fetching.add(accountId);
    try {
      return await this.#follow(address, AbortSignal.timeout(this.limits.timeoutMs));
    } catch (error) {
      throw error instanceof Refusal ? error : notFetched();
    } finally {
      this.#fetching.delete(accountId);
    }
  }

  async #follow(address: string, signal: AbortSignal): Promise<Buffer> {
    let url = new URL(normalizePictureAddress(address));
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await this.#get(url, signal);
      const { statusCode = 0, headers: answered } = response;
      if (statusCode === 200) return this.#bytesOf(response);
      response.destroy();
      if (!redirects.has(statusCode) || answered.location === undefined) break;
      url = new URL(normalizePictureAddress(new URL(answered.location, url).href));
    }
    throw notFetched();
  }

  /** Connects to the IP addresses that were checked. If the name were resolved again, DNS could return others. */
  async #get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const isTls = url.protocol === 'https:';
    const port = Number(url.port) || (isTls ? 443 : 80);
    // `URL` normalizes every spelling of IPv4 and puts IPv6 into brackets.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) === 0 ? await this.network.resolve(host, signal) : [host];
    const addresses = found
      .filter((one) => this.network.mayConnect(one, port))
      .map((one) => ({ address: one, family: isIP(one) }));
    const [first] = addresses;
    if (!first || signal.aborted) throw notFetched();
    const lookup: LookupFunction = (_host, options, done) =>
      options.all ? done(null, addresses) : done(null, first.address, first.family);
    return new Promise((settle, fail) => {
      const { get } = isTls ? https : http;
      // `agent: false` keeps no connection alive and uses no proxy from the environment.
      get(url, { lookup, signal, headers, agent: false }, settle).on('error', fail);
    });
  }

  async #bytesOf(response: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > this.limits.bytes) throw notFetched();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}
