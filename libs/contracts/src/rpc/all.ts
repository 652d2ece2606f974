import * as content from './content.js';
import * as contentModeration from './content-moderation.js';
import * as engagement from './engagement.js';
import { eventReadingsOf } from './event-readings.js';
import * as exports from './exports.js';
import * as gamification from './gamification.js';
import * as identity from './identity.js';
import * as moderation from './moderation.js';
import * as notification from './notification.js';
import { type CallerName, isAllowedToCall, type Rpc, serviceNames } from './rpc.js';

const isRpc = (value: unknown): value is Rpc =>
  typeof value === 'object' && value !== null && 'service' in value && 'kind' in value;

const contracts: readonly Rpc[] = [
  content,
  contentModeration,
  engagement,
  exports,
  gamification,
  identity,
  moderation,
  notification,
  serviceNames.map(eventReadingsOf),
].flatMap((module) => Object.values<unknown>(module).filter(isRpc));

/** All contracts of a service. The service does not start if one of its contracts has no handler. */
export const rpcContractsOf = (service: string): readonly Rpc[] =>
  contracts.filter((contract) => contract.service === service);

export const contractsForCaller = (caller: CallerName): readonly Rpc[] =>
  contracts.filter((contract) => isAllowedToCall(contract, caller));
