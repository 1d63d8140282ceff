// The admin command line: npm run admin -- COMMAND.
import { runAdmin } from '../admin/run.ts';
import { ADMIN_PARTS } from './admin-parts.ts';

// An interrupted command ends here at once; an open transaction is rolled back by the server, and ending in this way
// lets go of the private database server too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

// Whoever reads the output may stop early (`| head`).
process.stdout.on('error', () => process.exit(1));

const io = {
  environment: process.env,
  out: (text: string | Buffer) => process.stdout.write(text),
  err: (text: string) => process.stderr.write(text),
  now: () => new Date(),
};
process.exitCode = await runAdmin(process.argv.slice(2), io, ADMIN_PARTS);
