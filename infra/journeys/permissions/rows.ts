import type { Answer, Client } from '../client.ts';
import type { Scene } from './scene.ts';
import type { Role, Verdicts } from './verdicts.ts';

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: Client;
}

/** One call in one state, and its answer to each role. */
export interface Row {
  readonly call: string;
  readonly when?: string;
  readonly ask: (scene: Scene, role: Role) => Asked | Promise<Asked>;
  readonly verdicts: Verdicts;
  /** Fields of body or query that name the actor. Acting in another's name is refused. */
  readonly actors?: readonly string[];
  /** Fields with such a name that mean the call's subject. */
  readonly subjects?: readonly string[];
}

export const row = (
  call: string,
  ask: Row['ask'],
  verdicts: Verdicts,
  more: Pick<Row, 'when' | 'actors' | 'subjects'> = {},
): Row => ({ call, ask, verdicts, ...more });

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

export const actorsIn = ({ parameters = [], requestBody }: Described): string[] => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const inBody = propertiesOf(requestBody?.content['application/json']?.schema ?? {});
  return [...new Set([...inQuery, ...inBody])].filter((name) => actorFields.includes(name));
};

const pathOf = ({ call }: Row, { params = {}, query }: Asked): string => {
  const template = call.slice(call.indexOf(' ') + 1);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call} needs ${name}`);
    return encodeURIComponent(value);
  });
  return query ? `${path}?${new URLSearchParams(query)}` : path;
};

export const askRow = (client: Client, row: Row, { body, raw, headers, ...asked }: Asked): Promise<Answer> =>
  client.call(row.call.slice(0, row.call.indexOf(' ')), pathOf(row, asked), {
    ...(body && { body }),
    ...(raw !== undefined && { raw }),
    ...(headers && { headers }),
  });
