interface Limited {
  readonly name: string;
  readonly limit: { readonly count: number; readonly seconds: number };
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * The headers by which clients pace themselves, named as in draft-ietf-httpapi-ratelimit-headers (version 10): the policy is a quota `q` in a window of
 * `w` seconds, of which `r` is left for `t` more seconds.
 */
export const limitHeaders = ({ name, limit, remaining, resetSeconds }: Limited): Record<string, string> => ({
  'ratelimit-policy': `"${name}";q=${limit.count};w=${limit.seconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});
