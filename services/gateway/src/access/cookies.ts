/** A cookie of ours: it has one name over plain HTTP and one under TLS. */
export interface Cookie {
  /** The value in a Cookie header; null without one. */
  read(header: string | undefined, isOverTls: boolean): string | null;
  /** The Set-Cookie value that keeps `value` for so long. */
  write(value: string, maxAgeSeconds: number, isOverTls: boolean): string;
}

/**
 * Under TLS the name begins with `__Host-`: browsers take such a cookie only with Secure, Path=/ and without Domain, so that neither
 * another host of the same domain nor plain HTTP can set it (RFC 6265bis, section 4.1.3). Only the name that fits the connection is read. `isForScripts`: those of the
 * page may read it. `@fastify/cookie` reads no cookies of sockets, whose upgrade never reaches Fastify.
 */
export const cookie = (name: string, { isForScripts = false } = {}): Cookie => {
  const access = isForScripts ? '' : ' HttpOnly;';
  const secureName = `__Host-${name}`;
  const pattern = (fullName: string) => new RegExp(`(?:^|;\\s*)${fullName}=([^;\\s]+)`);
  const [plain, secure] = [pattern(name), pattern(secureName)];
  return {
    read: (header, isOverTls) => (isOverTls ? secure : plain).exec(header ?? '')?.[1] ?? null,
    write: (value, maxAgeSeconds, isOverTls) =>
      `${isOverTls ? secureName : name}=${value}; Max-Age=${maxAgeSeconds}; Path=/;${access} SameSite=Lax${isOverTls ? '; Secure' : ''}`,
  };
};
