import type { ErrorCode } from '@hearsay/contracts';
import type { Answer, Client } from '../client.ts';
import { type Role, roles, type Scene } from './scene.ts';

/** The expected HTTP status, followed by the error code for a refusal. */
export type Verdict = number | `${number} ${ErrorCode}`;
export type Verdicts = Readonly<Record<Role, Verdict>>;

export const noSession = '401 unauthenticated';
export const notAllowed = '403 forbidden';
export const notFound = '404 not_found';

export const everyone = (verdict: Verdict, but: Partial<Verdicts> = {}): Verdicts => ({
  ...(Object.fromEntries(roles.map((role) => [role, verdict])) as Record<Role, Verdict>),
  ...but,
});

/** `verdict` for each role but the visitor, who gets `noSession`. `but` replaces the verdicts of single roles. */
export const signedIn = (verdict: Verdict, but: Partial<Verdicts> = {}): Verdicts =>
  everyone(verdict, { visitor: noSession, ...but });

export const onlyFor = (allowed: Partial<Verdicts>, others: Verdict = notAllowed): Verdicts =>
  signedIn(others, allowed);

interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Asked extends Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly as?: Client;
}

/** One API call, and its expected answer to each role. `when` tells the rows of one call apart. */
export interface Row extends Sent {
  readonly call: string;
  readonly verdicts: Verdicts;
  readonly when?: string;
  /** Makes the content of the call. @returns the content's id, or the parts of the call that depend on the scene */
  readonly of?: (scene: Scene, role: Role) => string | Asked | Promise<string | Asked>;
  /** A field such as `userId` that names the person whom the call is about, not the person who calls. */
  readonly subject?: string;
}

export const row = (call: string, verdicts: Verdicts, more: Omit<Row, 'call' | 'verdicts'> = {}): Row => ({
  call,
  verdicts,
  ...more,
});

/**
 * Makes the call of a row with its content for `role`. If `by` is given, the role `by` sends the call instead. `named`
 * adds fields to the query or the body.
 */
export const callRow = async (
  row: Row,
  scene: Scene,
  role: Role,
  { by, named }: { readonly by?: Role; readonly named?: Readonly<Record<string, string | number>> } = {},
): Promise<Answer> => {
  const [method = '', template = ''] = row.call.split(' ');
  const about = (await row.of?.(scene, role)) ?? {};
  const { params = {}, as, ...own } = typeof about === 'string' ? { params: { id: about } } : about;
  const { query, body, raw, headers } = { ...row, ...own };
  const isRead = method === 'GET';
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${row.call} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query);
  if (isRead) for (const [field, value] of Object.entries(named ?? {})) search.set(field, String(value));
  const sent = named && !isRead ? { ...body, ...named } : body;
  const client = by ? scene.people[by] : (as ?? scene.people[role]);
  return client.call(method, search.size > 0 ? `${path}?${search}` : path, {
    ...(sent && { body: sent }),
    ...(raw !== undefined && { raw }),
    ...(headers && { headers }),
  });
};
