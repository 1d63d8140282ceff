import { type Logger as PinoLogger, pino, type SerializedError, stdSerializers } from 'pino';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** Database errors contain the whole statement with its values; customers' data belongs in no log. */
const withoutStatement = (error: Error): object => {
  const { sql, sqlMessage, ...rest } = stdSerializers.err(error) as SerializedError & Record<string, unknown>;
  return sql === undefined && sqlMessage === undefined
    ? rest
    : { ...rest, message: 'a statement failed', stack: dropMessage(rest.stack) };
};

/** The stack without its first line, which repeats the message. */
const dropMessage = (stack: string): string => stack.slice(stack.indexOf('\n    at ') + 1);

/** One JSON line per event on standard error. No line has a secret: keys are logged by id. */
export const createLog = (level: string): PinoLogger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutStatement } },
    pino.destination({ dest: 2, sync: true }),
  );
