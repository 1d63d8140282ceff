// Runs one admin command: parses it, opens what it needs, prints its answer or a one-sentence error.
import { SERVICE } from '../../generated/service.ts';
import { Command } from 'commander';
import { openBooks } from '../domain/books/books.ts';
import type { Answer } from './answer.ts';
import type { Session, Surroundings } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { type Failure, toFailure } from './failure.ts';
import { explainMissing } from './mistyped-option.ts';
import { escapeHidden, showHidden } from '../base/text/hidden.ts';
import { deriveSigner } from '../base/notes/signing-key.ts';
import type { MasterKey } from '../base/secrets/master-key.ts';
import { createSecrets } from '../base/secrets/secrets.ts';
import { requireMasterKey } from '../db/master-key.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts';
import type { AdminParts } from './parts.ts';
import { openSession } from './session.ts';

export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Settles when there is room for more. */
  out(text: string | Buffer): unknown;
  err(text: string): void;
  now(): Date;
}

/** Returns the exit code; see `exit-code.ts`. */
export const runAdmin = async (args: readonly string[], io: Io, parts: AdminParts): Promise<ExitCode> => {
  const json = args.includes('--json');
  let code: ExitCode = EXIT.done;
  const tell = (failure: Failure): void => {
    code = exitCodeOf(failure);
    io.err(json ? `${toJson({ error: failure })}\n` : `${showHidden(failure.message)}\n`);
  };
  const print = (answer: Answer): void => {
    for (const warning of json ? [] : (answer.warnings ?? [])) io.err(`Warning: ${showHidden(warning)}\n`);
    if (answer.bytes !== undefined) io.out(answer.bytes);
    else io.out(`${json ? toJson(answer.value) : showHidden(answer.text)}\n`);
    if (answer.failure !== undefined) tell(answer.failure);
  };
  const program = buildProgram(surroundings(io, parts, print), (text) => io.out(text));
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (isHelp(error)) return EXIT.done;
    const failure = toFailure(explainMissing(error, program, args)) ?? unexpected(error, io);
    tell(failure);
  }
  return code;
};

/** A terminal obeys what nobody sees: it turns the order of letters, or moves what stands there already. */
const toJson = (value: unknown): string => escapeHidden(JSON.stringify(value));

/** A bug in the program; the stack trace is shown only on request. */
const unexpected = (error: unknown, io: Io): Failure => {
  const level = io.environment['LOG_LEVEL'];
  const verbose = level === 'debug' || level === 'trace';
  if (verbose && error instanceof Error) io.err(`${error.stack ?? error.message}\n`);
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal_error',
    message: `The command failed on a fault of its own: ${message}. LOG_LEVEL=debug shows where.`,
  };
};

const HELP_SHOWN: ReadonlySet<unknown> = new Set(['commander.helpDisplayed', 'commander.version']);

const isHelp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && HELP_SHOWN.has(error.code);

const surroundings = (io: Io, parts: AdminParts, print: (answer: Answer) => void): Surroundings => ({
  parts,
  environment: io.environment,
  onDatabase: async (work) => {
    const opened = await openSession(io.environment);
    try {
      const { config, database } = opened;
      const now = io.now();
      const masterKey = (): Promise<MasterKey> =>
        requireMasterKey(database, config, () => parts.sealedSecrets(database.reader), now);
      const session: Session = {
        config,
        database,
        books: openBooks(database),
        now,
        secrets: async () => createSecrets({ ...config, master_key: (await masterKey()).bytes }),
        signer: async () => deriveSigner(await masterKey()),
      };
      print(await work(session));
    } finally {
      await opened.close();
    }
  },
  out: async (text) => {
    await io.out(text);
  },
  alone: async (work) => print(await work()),
});

const buildProgram = (run: Surroundings, out: (text: string) => void): Command => {
  const program = new Command('npm run admin --')
    .description('Administers the books: organisations, entities, keys, imports.')
    .version(SERVICE.version, '--version', 'the version of the service')
    .option('--json', 'print one JSON value, and errors as {"error": …}')
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: () => undefined, outputError: () => undefined })
    .helpCommand(false);
  for (const register of COMMANDS) register(program, run);
  return program;
};
