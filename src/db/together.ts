// Sends several statements at once. The driver sends each one when the one before is answered; a server takes them as they
// come and answers in their order. So the packets of those that wait are written ahead, and their answers are the driver's to
// read. A write to the socket costs more than most else of a call.
import type { FieldPacket, PoolConnection } from 'mysql2';
import { isByTable } from './by-table.ts';

export interface Statement {
  readonly text: string;
  readonly parameters: unknown[];
}

/** Told of each answer, in the order of the statements. After an error the driver still tells of those that follow. */
export type Answered = (
  at: number,
  statement: Statement,
  error: unknown,
  result: unknown,
  fields: readonly FieldPacket[] | undefined,
) => void;

interface Packet {
  readonly buffer: Uint8Array;
  writeHeader(number: number): void;
}

/** What the driver has of a statement: `start` writes its packet and returns how the answer is read. */
interface Command {
  next: unknown;
  start: (packet: unknown, connection: unknown) => unknown;
}

/** The parts of the driver's connection that a command uses when it starts. */
interface Wire {
  readonly config: unknown;
  readonly serverCapabilityFlags: unknown;
  readonly stream: { cork(): void; uncork(): void };
  write(buffer: Uint8Array): void;
  _bumpSequenceId(packets: number): void;
}

const isWire = (raw: unknown): raw is Wire =>
  typeof raw === 'object' &&
  raw !== null &&
  '_bumpSequenceId' in raw &&
  'serverCapabilityFlags' in raw &&
  typeof raw._bumpSequenceId === 'function' &&
  'write' in raw &&
  typeof raw.write === 'function' &&
  'stream' in raw &&
  typeof raw.stream === 'object' &&
  raw.stream !== null &&
  'cork' in raw.stream &&
  typeof raw.stream.cork === 'function';

const isCommand = (command: unknown): command is Command =>
  typeof command === 'object' &&
  command !== null &&
  'start' in command &&
  typeof command.start === 'function' &&
  'next' in command;

/** The driver parts a packet that is as long as this; in text each byte of a value may take several. */
const MAX_LENGTH = 1_000_000;

const isLong = ({ text, parameters }: Statement): boolean => {
  let length = text.length;
  for (const value of parameters)
    length += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 32;
  return length > MAX_LENGTH;
};

/** Writes the packet of a command that still waits for its turn, so that it needs only to read its answer then. */
const startAhead = (wire: Wire, command: Command): void => {
  const next = command.start(undefined, {
    config: wire.config,
    serverCapabilityFlags: wire.serverCapabilityFlags,
    writePacket: (packet: Packet) => {
      packet.writeHeader(0);
      wire.write(packet.buffer);
    },
  });
  command.start = () => {
    wire._bumpSequenceId(1);
    return next;
  };
};

/**
 * Sends one after the other where `ahead` is false, by a driver that is not as it is known here, or that still waits for an
 * answer, and after a long one: the driver itself sends what is not sent here, in its order.
 */
export const sendTogether = (
  raw: PoolConnection,
  statements: readonly Statement[],
  answered: Answered,
  ahead: boolean,
): void => {
  const ask = (statement: Statement, at: number): unknown => {
    const { text, parameters } = statement;
    const done = (error: unknown, result: unknown, fields: readonly FieldPacket[] | undefined): void =>
      answered(at, statement, error, result, fields);
    // The driver merges options that it is given with its own, which costs as much as sending a short statement.
    if (isByTable(text)) return raw.query({ sql: text, values: parameters, nestTables: true }, done);
    return raw.query(text, parameters, done);
  };
  const [first, ...rest] = statements;
  if (first === undefined) return;
  const wire: unknown = raw;
  if (!ahead || rest.length === 0 || !isWire(wire)) return statements.forEach(ask);
  const { stream } = wire;
  stream.cork();
  try {
    const begun = ask(first, 0);
    let isSent = isCommand(begun) && begun.next !== null;
    rest.forEach((statement, at) => {
      const command = ask(statement, at + 1);
      isSent = isSent && isCommand(command) && command.next === null && !isLong(statement);
      if (isSent && isCommand(command)) startAhead(wire, command);
    });
  } finally {
    stream.uncork();
  }
};
