// The admin command line: npm run admin -- COMMAND.
import { nameSources } from '../base/stack.ts';
import { once } from 'node:events';
import { runAdmin } from '../admin/run.ts';
import { openTerminal } from '../admin/terminal.ts';
import { keepPrivate } from '../base/files.ts';

nameSources();

// Exit at once when interrupted: the server rolls back an open transaction, and exiting this way also releases
// the private database server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** As a program that writes to a closed pipe ends: by SIGPIPE. */
const PIPE_CLOSED = 141;

// The reader may close the pipe early (`| head`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(PIPE_CLOSED));

keepPrivate();

const io = {
  environment: process.env,
  out: async (text: string | Buffer) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  },
  err: (text: string) => process.stderr.write(text),
  now: () => new Date(),
  terminal: openTerminal(),
  // Without npm in between it is the program of package.json.
  ...(process.env['npm_lifecycle_event'] === undefined ? { calledAs: 'folio-admin' } : {}),
};
process.exitCode = await runAdmin(
  process.argv.slice(2),
  io,
  async () => (await import('./admin-parts.ts')).ADMIN_PARTS,
);
