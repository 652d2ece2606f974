import { createLogger, readConfig, runUntilSignal } from '@hearsay/service-runtime';
import { GatewayConfig } from './config.js';
import { startGateway } from './gateway.js';

const config = readConfig(GatewayConfig);
await runUntilSignal(createLogger({ service: 'gateway', level: config.LOG_LEVEL }), () => startGateway(config));
