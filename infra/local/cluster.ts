export { main } from '../cluster/run.ts';
