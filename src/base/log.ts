import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** Frames without the message, which the stack repeats. */
const framesOf = ({ stack = '' }: Error): string => {
  const start = stack.indexOf('\n    at ');
  return start < 0 ? '' : stack.slice(start + 1);
};

const property = (error: Error, name: string): unknown => Reflect.get(error, name);

/** Providers and mail servers repeat in their errors what they were sent. */
const SECRET =
  /\bfolio_[\w-]+|\bBearer\s+\S+|(?<=:\/\/)[^\s/@]+(?=@)|(?<![^\s<>@"'(),;:])[^\s<>@"'(),;:]+@[^\s<>@"'(),;:]+\.[^\s<>@"'(),;:]+/gi;

/** Database errors contain the whole statement with its values; customers' data belongs in no log. */
const messageOf = (error: Error): string =>
  property(error, 'sql') === undefined && property(error, 'sqlMessage') === undefined
    ? error.message.replace(SECRET, '…')
    : 'a statement failed';

/**
 * What is known to be harmless, of an error and of what caused it. Libraries hang requests, answers and addresses on their
 * errors, so nothing else is taken.
 */
export const describeError = (error: unknown): object => {
  // A string or an object that was thrown may be anything.
  if (!(error instanceof Error)) return { type: typeof error, message: 'what was thrown is no error' };
  const { cause } = error;
  const [code, errno] = [property(error, 'code'), property(error, 'errno')];
  return {
    type: error.name,
    message: messageOf(error),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof errno === 'number' ? { errno } : {}),
    stack: framesOf(error),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  };
};

/** No line has a secret, and of the books it has ids alone: who reads logs need not be who may read books. */
export const LOG_OPTIONS = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
} as const;

/** One JSON line per event on standard error; standard output belongs to people. */
export const createLog = (level: string): PinoLogger =>
  pino({ ...LOG_OPTIONS, level }, pino.destination({ dest: 2, sync: true }));
