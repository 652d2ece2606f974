export { ClockWatch } from './clock-watch.js';
export { connectNats, type NatsAccess, newInbox, untilSubscribed, watchStatus } from './connection.js';
export { InFlight } from './in-flight.js';
export { publishLive, subscribeLive } from './live.js';
export { RpcClient } from './rpc-client.js';
export { handlersOf, RpcServer } from './rpc-server.js';
export { maxPayloadOf } from './wire.js';
