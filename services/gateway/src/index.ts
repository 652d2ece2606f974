export { type GatewayConfig, gatewayConfig } from './config.js';
export { type RunningGateway, startGateway } from './gateway.js';
