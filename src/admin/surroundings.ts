// What a command gets from its environment: the open database, and a person at a terminal who may be asked.
import { Refusal } from '../base/refusal.ts';
import type { MasterKey } from '../base/secrets/master-key.ts';
import { createSecrets } from '../base/secrets/secrets.ts';
import { showHidden } from '../base/text/hidden.ts';
import { requireMasterKey } from '../db/master-key.ts';
import { openBooks } from '../domain/across/books/books.ts';
import { deriveSigner } from '../domain/views/trail/note.ts';
import type { Answer } from './answer.ts';
import type { Session, Surroundings } from './command.ts';
import { type Given, IRREVERSIBLE } from './irreversible.ts';
import type { AdminParts } from './parts.ts';
import { progressOn } from './progress.ts';
import type * as Questions from './questions.ts';
import type { Io } from './run.ts';
import { openSession } from './session.ts';

const YES = /^\s*y(es)?\s*$/i;

export const surroundings = (
  io: Io,
  parts: AdminParts,
  json: boolean,
  given: () => Given | undefined,
  print: (answer: Answer) => Promise<void>,
): Surroundings => {
  const terminal = json ? undefined : io.terminal;
  const progress = progressOn(terminal?.stream);
  // A line of prose has no place among errors in JSON.
  const say = (line: string): void => {
    if (terminal !== undefined) progress.say(line);
    else if (!json) io.err(`${line}\n`);
  };
  const confirm = async (
    find: (questions: typeof Questions, command: Given) => Promise<string | undefined>,
  ): Promise<void> => {
    const command = given();
    if (terminal === undefined || command === undefined || command.options['yes'] === true) return;
    if (!IRREVERSIBLE.includes(command.path)) return;
    const question = await find(await import('./questions.ts'), command);
    if (question === undefined) return;
    progress.end();
    if (YES.test(await terminal.ask(`${showHidden(question)}\nGo on? (yes/no) `))) return;
    throw new Refusal('not_confirmed', 'Nothing was changed: the answer was not yes.');
  };
  const whileShown = async (work: () => Promise<Answer>): Promise<void> => {
    const answer = await work().finally(progress.end);
    await print(answer);
  };
  return {
    parts,
    environment: io.environment,
    progress,
    say,
    out: async (bytes) => {
      await io.out(bytes);
    },
    onDatabase: async (work) => {
      progress.step('Opening the database');
      await whileShown(async () => {
        const opened = await openSession(io.environment, say);
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
          await confirm(({ questionOnBooks }, command) => questionOnBooks(command, session));
          progress.step('Working');
          return await work(session);
        } finally {
          await opened.close();
        }
      });
    },
    alone: async (work) => {
      await confirm(({ questionAlone }, command) => questionAlone(command));
      progress.step('Working');
      await whileShown(work);
    },
  };
};
