import pino from 'pino';

export type Logger = pino.Logger;

/** JSON lines. Log correlation ids, never account ids: a line must not join an anonymous act to a person. */
export const createLogger = (options: { service: string; level: string }): Logger =>
  pino({
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.accountId', 'accountId', '*.password', '*.token', '*.ownerId'], remove: true },
  });
