import http from 'node:http';

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];

/**
 * NO_PROXY with the loopback hosts added.
 * @param {string | undefined} present
 */
export const withLoopback = (present) =>
  [...new Set([...(present ?? '').split(/[\s,]+/).filter(Boolean), ...loopbackHosts])].join(',');

/** Keeps this process and its children from asking a proxy for our own servers. What lies elsewhere still goes through it. */
export const bypassProxyForLoopback = () => {
  process.env.NO_PROXY = withLoopback(process.env.NO_PROXY ?? process.env.no_proxy);
  process.env.no_proxy = process.env.NO_PROXY;
  // Node read the variables when it started. Node 20 has no such function, and reads no proxy either.
  const { setGlobalProxyFromEnv } = /** @type {{ setGlobalProxyFromEnv?: () => void }} */ (http);
  if (process.env.NODE_USE_ENV_PROXY === '1') setGlobalProxyFromEnv?.();
};
