import { moderationRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { registerNewcomers } from '../client.ts';
import { withServiceCalls } from '../operator.ts';
import type { System } from '../system.ts';
import { connectAsOwner, runOperator } from './read-models.ts';

interface Retried {
  readonly xpBefore: number;
  readonly xpAfter: number;
  readonly listed: { code: number; output: string };
  readonly replayed: { code: number; output: string };
  readonly audited: readonly (readonly [act: string, target: string | null])[];
}

const refuse = `
  create function refuse_entries() returns trigger language plpgsql as $$ begin raise exception 'No entries today'; end $$;
  create trigger refuse_entries before insert on boost_entries for each row execute function refuse_entries()`;
const refuseNoMore = 'drop trigger refuse_entries on boost_entries; drop function refuse_entries';

/** Makes gamification's database refuse the XP of a boost until the event is a dead letter, then replays the event. */
export const retryDeadLetter = async (system: System): Promise<Retried> => {
  const [asker, booster] = await registerNewcomers(system.url, 'asker', 'booster');
  const { id } = await asker.ask({ title: 'Is anything ever lost here?' });
  const owner = await connectAsOwner(system, 'gamification');
  try {
    await owner.query(refuse);
    await booster.boost('question', id);
    await eventually('it is a dead letter', async () => {
      const { rows } = await owner.query('select 1 from dead_letters where replayed_at is null');
      return rows.length === 1;
    });
    const xpBefore = await booster.xp();
    await eventually('the gauge shows it', async () => (await lettersIn(system)) === 1);
    const listed = await runOperator(system, 'gamification', ['dead-letters', 'list']);
    await owner.query(refuseNoMore);
    const replayed = await runOperator(system, 'gamification', ['dead-letters', 'replay', 'all']);
    await eventually('its XP is there', async () => (await booster.xp()) > xpBefore);
    await eventually('the gauge has fallen again', async () => (await lettersIn(system)) === 0);
    return { xpBefore, xpAfter: await booster.xp(), listed, replayed, audited: await deadLettersIn(system) };
  } finally {
    await owner.end();
  }
};

const lettersIn = async (system: System): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${system.ports.gamification}/metrics`)).text();
  return Number(/^hearsay_dead_letters\{.*consumer="boosts".*\} (\d+)$/m.exec(metrics)?.[1]);
};

const deadLettersIn = async (system: System) => {
  const { entries } = await withServiceCalls(system, (calls) =>
    calls.call(moderationRpc.audit, { before: null, limit: 500 }),
  );
  return entries.filter(({ act }) => act.startsWith('dead-letter')).map(({ act, target }) => [act, target] as const);
};
