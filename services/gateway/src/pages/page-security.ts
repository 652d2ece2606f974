import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Names the sockets of this host, because `'self'` does not include them in older browsers. */
const ownSockets = (request: IncomingMessage): string => {
  const host = request.headers.host ?? '';
  return /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
};

/** Hashes by which CSP allows inline scripts or styles (https://www.w3.org/TR/CSP3/#match-element-to-source-list). */
const hashesOf = (template: string, tag: 'script' | 'style'): string[] =>
  [...template.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]+(?:<(?!/${tag})[^<]*)*)</${tag}>`, 'g'))].map(
    ([, words = '']) => `'sha256-${hash('sha256', words, 'base64')}'`,
  );

/** `styleSrcAttr` allows style attributes, because React sets them. */
export const pageSecurity = (template: string) =>
  ({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashesOf(template, 'script')],
        styleSrc: ["'self'", ...hashesOf(template, 'style')],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ownSockets],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: false,
  }) as const;

/** Any site may frame the page. The page may run only its own inline script, and connect only to the gateway. */
export const embedSecurity = (template: string) =>
  ({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: hashesOf(template, 'script'),
        styleSrc: hashesOf(template, 'style'),
        connectSrc: ["'self'", ownSockets],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ['*'],
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: false,
    strictTransportSecurity: false,
  }) as const;
