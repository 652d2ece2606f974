import { readConfig, stopOnSignal } from '@hearsay/service-runtime';
import { gatewayConfig } from './config.js';
import { startGateway } from './gateway.js';

const gateway = await startGateway(readConfig(gatewayConfig));
stopOnSignal(() => gateway.stop());
