import { findNatsBinary, TestNatsServer } from '@hearsay/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';

/** A missing server skips its cases, with the reason in the name. */
export const onNats = async (cases: (server: () => TestNatsServer) => void): Promise<void> => {
  for (const line of ['2.15', '2.9']) {
    const binary = await findNatsBinary(line);
    const suite = binary ? describe : describe.skip;
    suite(
      binary
        ? `NATS ${binary.version}`
        : `NATS ${line}: skipped, no nats-server ${line} is at hand (npm run tools; NATS_BOTH=1 for an old one)`,
      () => {
        let server: TestNatsServer;
        beforeAll(async () => {
          server = await TestNatsServer.start(binary!);
        });
        afterAll(() => server.dispose());
        cases(() => server);
      },
    );
  }
};
