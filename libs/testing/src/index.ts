export { eventually } from './conditions.js';
export { createTestDatabase, type TestDatabase } from './databases.js';
export { viewOf } from './decision-view.js';
export { connectTestNats, uniqueSubjectPrefix } from './nats-connections.js';
export { findNatsBinary, type NatsBinary, TestNatsServer } from './nats-servers.js';
export { startOwnPostgres } from './own-postgres.js';
export { createTestServiceStub } from './service-stub.js';
export { tableRows } from './table-rows.js';
export { startTestService, type TestService } from './test-service.js';
