// Runs one admin command: parses it, opens what it needs, prints its answer or a one-sentence error.
import type { Answer } from './answer.ts';
import { type Failure, toFailure, EXIT, type ExitCode, exitCodeOf } from './failure.ts';
import type { Given } from './irreversible.ts';
import { explainUsage } from './usage.ts';
import { AT_SHELL, fit, fitJson } from '../base/text/fit.ts';
import { escapeHidden, showHidden } from '../base/text/hidden.ts';
import type { AdminParts } from './parts.ts';
import { buildProgram } from './program.ts';
import type { Terminal } from './terminal.ts';
import { pathOf } from './tree.ts';

export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What it returns is waited for: it resolves when more may be written. */
  out(text: string | Buffer): unknown;
  err(text: string): void;
  now(): Date;
  /** Where a person looks and answers; absent for programs. */
  readonly terminal?: Terminal | undefined;
  /** What the caller types before the command. */
  readonly calledAs?: string;
}

const CALLED_AS = 'npm run --silent admin --';

/** Returns the exit code; see `failure.ts`. */
export const runAdmin = async (
  args: readonly string[],
  io: Io,
  loadParts: () => Promise<AdminParts>,
): Promise<ExitCode> => {
  const json = args.includes('--json');
  let code: ExitCode = EXIT.done;
  const tell = (failure: Failure): void => {
    code = exitCodeOf(failure);
    io.err(json ? `${toJson({ error: failure })}\n` : `${showHidden(failure.message)}\n`);
  };
  const print = async (answer: Answer): Promise<void> => {
    for (const warning of json ? [] : (answer.warnings ?? []))
      io.err(`Warning: ${showHidden(fit(warning, AT_SHELL))}\n`);
    const text = `${json ? toJson(answer.value) : showHidden(answer.text)}\n`;
    // Where the content of a file is on standard output, nothing else is.
    if (answer.isFile !== true) await io.out(text);
    else if (!json && answer.text !== '') io.err(text);
    if (answer.failure !== undefined) tell(answer.failure);
  };
  let given: Given | undefined;
  const calledAs = io.calledAs ?? CALLED_AS;
  // Commands, and what they need, are loaded when one is named.
  const program = await buildProgram(
    calledAs,
    (text) => void io.out(text),
    args.find((word) => !word.startsWith('-')),
    async () => {
      const [{ surroundings }, parts] = await Promise.all([import('./surroundings.ts'), loadParts()]);
      return surroundings(io, parts, json, () => given, print);
    },
  );
  program.hook('preAction', (_, command) => {
    given = { path: pathOf(command), args: command.processedArgs as unknown[], options: command.opts() };
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (isHelp(error)) return EXIT.done;
    const failure = toFailure(explainUsage(error, program, args)) ?? unexpected(error, io);
    tell(failure);
  }
  return code;
};

/** A terminal obeys what nobody sees: it turns the order of letters, or moves what stands there already. */
const toJson = (value: unknown): string => escapeHidden(fitJson(JSON.stringify(value), AT_SHELL));

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
