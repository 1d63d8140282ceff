import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * One JSON line an event on standard error. Secrets never belong in a log line; these paths are struck out
 * all the same, so that a slip in a field name does not publish a key.
 */
export const createLog = (level: string): PinoLogger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['authorization', '*.authorization', 'secret', '*.secret', 'password', '*.password'],
        censor: '[redacted]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
