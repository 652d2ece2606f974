// reload-nats.mjs: makes every NATS server reload its configuration, and exits with 1 if a server refuses.
// NATS_USER and NATS_PASSWORD must belong to a user of the system account.
import { connect } from '@nats-io/transport-node';

const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = process.env;
const answersWithinMs = 2_000;

const connection = await connect({ servers, user, pass, timeout: 30_000 });
try {
  const answers = await connection.requestMany('$SYS.REQ.SERVER.PING', '', {
    maxWait: answersWithinMs,
    strategy: 'stall',
  });
  let count = 0;
  for await (const answer of answers) {
    const { server } = /** @type {{ server: { id: string; name: string } }} */ (answer.json());
    const reloaded = await connection.request(`$SYS.REQ.SERVER.${server.id}.RELOAD`, '', {
      timeout: 5 * answersWithinMs,
    });
    const { error } = /** @type {{ error?: { description: string } }} */ (reloaded.json());
    if (error) throw new Error(`${server.name} refuses its configuration: ${error.description}`);
    console.log(`NATS server ${server.name} has read its configuration again.`);
    count += 1;
  }
  if (count === 0) throw new Error(`No NATS server at ${servers} has named itself.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await connection.close();
}
