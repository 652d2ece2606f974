import { isServerAway } from '@hearsay/event-store';
import pino from 'pino';

export type Logger = pino.Logger;

const debug = pino.levels.values.debug!;

/**
 * JSON lines. Only `ServerWatch` reports an outage; other lines about it have the level debug. Log correlation ids,
 * never account ids: a line must not join an anonymous act to a person.
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
