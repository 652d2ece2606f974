import { isServerAway } from '@hearsay/event-store';
import pino from 'pino';

export type Logger = pino.Logger;

const debug = pino.levels.values.debug!;

/**
 * Logs JSON lines. Only `ServerWatch` reports an outage. Other lines about it have the level debug. Log correlation
 * ids, but never account ids, because a line must not link an anonymous act to a person.
 */
export const createLogger = (options: { service: string; level: string }): Logger =>
  pino({
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(args, method, level) {
        const { err } = args[0] as { err?: unknown };
        if (level > debug && err !== undefined && isServerAway(err)) this.debug(...(args as [object, string]));
        else method.apply(this, args);
      },
    },
    redact: { paths: ['*.accountId', 'accountId', '*.password', '*.token', '*.ownerId'], remove: true },
  });
