import pg from 'pg';

/** With this number of rows PostgreSQL prefers an index. */
const manyRows = 20_000;
const owners = 5000;
/** Times in rows differ from now by at most this number of seconds, so that no row has expired. */
const withinSeconds = 600;
/**
 * Texts up to this length are kinds or states, and are copied. Longer texts are ids, tags or words, and get new values.
 */
const longestKind = 24;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isUnique: boolean;
  readonly isAlone: boolean;
}

const columnsOf = async (client: pg.Client, table: string): Promise<Column[]> => {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type,
       exists (select 1 from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey)) as "isUnique",
       exists (select 1 from pg_index where indrelid = attrelid and indisunique and indkey::text = attnum::text) as "isAlone"
     from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '' order by attnum`,
    [`public.${pg.escapeIdentifier(table)}`],
  );
  return rows;
};

const ownersId = `(select overlay(overlay(md5((n * 7919 % ${owners})::text) placing '8' from 13) placing '8' from 17)::uuid)`;

const valueLike = ({ name, type, isUnique, isAlone }: Column): string => {
  const known = `r.${pg.escapeIdentifier(name)}`;
  const orNull = (value: string) => (isUnique ? value : `case when ${known} is null then null else ${value} end`);
  switch (type) {
    case 'uuid':
      return isUnique ? 'gen_random_uuid()' : orNull(ownersId);
    case 'text': {
      const long = `md5('${name}' || n${isUnique ? '' : ` % ${owners}`})`;
      return isAlone ? long : orNull(`case when length(${known}) > ${longestKind} then ${long} else ${known} end`);
    }
    case 'bytea':
      return isUnique ? `decode(md5('${name}' || n), 'hex')` : known;
    case 'integer':
    case 'bigint':
      return isAlone ? `1000000 + n` : known;
    case 'jsonb':
      return `case when ${known} ->> 'accountId' is not null then jsonb_set(${known}, '{accountId}', to_jsonb(${ownersId})) else ${known} end`;
    case 'timestamp with time zone':
      return orNull(`${known} - make_interval(secs => n % ${withinSeconds})`);
    default:
      return known;
  }
};

const anyValue = ({ type, name }: Column): string => {
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'text') return `md5('${name}' || n)`;
  if (type === 'bytea') return `decode(md5('${name}' || n), 'hex')`;
  if (type === 'boolean') return 'n % 2 = 0';
  if (type === 'jsonb') return `'{}'`;
  if (type === 'xid8') return `n::text::xid8`;
  if (type === 'date') return 'current_date - (n % 90)';
  if (type === 'timestamp with time zone') return `now() + make_interval(secs => n % ${withinSeconds})`;
  return type.endsWith('[]') ? `'{}'` : 'n';
};

/** Adds 20,000 rows to each table that is not in `small`. Copies rows if the table has any. */
export const fillTables = async (client: pg.Client, small: readonly string[]): Promise<void> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)`,
    [small],
  );
  for (const { name } of tables) {
    const table = pg.escapeIdentifier(name);
    const columns = await columnsOf(client, name);
    const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
    const known = (await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count;
    const like =
      known === 0
        ? `select ${columns.map(anyValue).join(', ')} from generate_series(1, ${manyRows}) as n`
        : `select ${columns.map(valueLike).join(', ')}
           from (select *, row_number() over () - 1 as place from ${table}) as r join generate_series(1, ${manyRows}) as n on n % ${known} = place`;
    await client.query(`insert into ${table} (${names}) ${like} on conflict do nothing`);
  }
  // Vacuum also moves new trigrams from the GIN index's pending list into the index.
  await client.query('vacuum analyze');
};
