/** jest's globalTeardown: stops the servers that this run has started. */
export default async function tearDown() {
  await globalThis.hearsayTestServers?.stop();
}
