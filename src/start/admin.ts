// The admin command line: npm run admin -- COMMAND.
import { runAdmin } from '../admin/run.ts';
import { ADMIN_PARTS } from './admin-parts.ts';

// Exit at once when interrupted: the server rolls back an open transaction, and exiting this way also releases
// the private database server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

// The reader may close the pipe early (`| head`).
process.stdout.on('error', () => process.exit(1));

const io = {
  environment: process.env,
  out: (text: string | Buffer) =>
    new Promise<void>((resolve) => {
      process.stdout.write(text, () => resolve());
    }),
  err: (text: string) => process.stderr.write(text),
  now: () => new Date(),
};
process.exitCode = await runAdmin(process.argv.slice(2), io, ADMIN_PARTS);
