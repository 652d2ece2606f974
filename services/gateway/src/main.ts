import { readConfig, stopOnSignal } from '@hearsay/service-runtime';
import { GatewayConfig } from './config.js';
import { startGateway } from './gateway.js';

const gateway = await startGateway(readConfig(GatewayConfig));
stopOnSignal(() => gateway.stop());
