import { relaySuite } from './relay.suite.js';

relaySuite('2.9');
