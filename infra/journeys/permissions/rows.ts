import type { Answer, Client } from '../client.ts';
import type { Scene } from './scene.ts';
import type { Role, Verdicts } from './verdicts.ts';

export interface Asked {
  /** Of the path's parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Sent instead of a body of JSON. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who calls instead of the role's own person. */
  readonly as?: Client;
}

/** One call, in one state of what it is about, and what it answers each role. */
export interface Row {
  /** As the description of the API has it. */
  readonly call: string;
  /** What is special, where a call has several rows. */
  readonly when?: string;
  /** What a role asks for; whatever the call changes is made for it. */
  readonly ask: (scene: Scene, role: Role) => Asked | Promise<Asked>;
  readonly verdicts: Verdicts;
  /** Fields of body or query that name who acts: in another's name nobody may. */
  readonly actors?: readonly string[];
  /** Fields of such a name that say whom the call is about. */
  readonly subjects?: readonly string[];
}

export const row = (
  call: string,
  ask: Row['ask'],
  verdicts: Verdicts,
  more: Pick<Row, 'when' | 'actors' | 'subjects'> = {},
): Row => ({ call, ask, verdicts, ...more });

/** What `ask` asks for, with something more. */
export const plus =
  (ask: Row['ask'], more: Asked): Row['ask'] =>
  async (scene, role) => ({ ...(await ask(scene, role)), ...more });

const actorFields = [
  'userId',
  'creatorId',
  'reporterId',
  'reviewerId',
  'requestingUserId',
  'followerId',
  'currentUserId',
  'adminUserId',
];

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}

const propertiesOf = (schema: object): string[] => {
  const { properties = {}, anyOf = [] } = schema as { properties?: object; anyOf?: object[] };
  return [...Object.keys(properties), ...anyOf.flatMap(propertiesOf)];
};

/** The fields in which a call of the API's description names who acts. */
export const actorsIn = ({ parameters = [], requestBody }: Described): string[] => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const inBody = propertiesOf(requestBody?.content['application/json']?.schema ?? {});
  return [...new Set([...inQuery, ...inBody])].filter((name) => actorFields.includes(name));
};

/** The path of a row's call with its parameters and query. */
const pathOf = ({ call }: Row, { params = {}, query }: Asked): string => {
  const template = call.slice(call.indexOf(' ') + 1);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call} needs ${name}`);
    return encodeURIComponent(value);
  });
  return query ? `${path}?${new URLSearchParams(query)}` : path;
};

/** What a call is answered. */
export const askRow = (client: Client, row: Row, { body, raw, headers, ...asked }: Asked): Promise<Answer> =>
  client.call(row.call.slice(0, row.call.indexOf(' ')), pathOf(row, asked), {
    ...(body && { body }),
    ...(raw !== undefined && { raw }),
    ...(headers && { headers }),
  });
