// Brings the tables up to date, or tells what would be done.
import { migrate, planMigrations } from '../../db/migrate.ts';
import type { Register } from '../command.ts';
import { openAddress } from '../session.ts';

export const migrateCommand: Register = (program, run) => {
  program
    .command('migrate')
    .description('bring the tables of the database up to date, as every start does')
    .option('--dry-run', 'only list what would be done')
    .action(({ dryRun = false }: { readonly dryRun?: boolean }) =>
      run.alone(async () => {
        const { migrating, close } = await openAddress(run.environment, run.say);
        try {
          const migrations = dryRun ? await planMigrations(migrating) : await migrate(migrating);
          const what = dryRun ? 'Would run' : 'Ran';
          const text =
            migrations.length === 0
              ? 'The tables are up to date.'
              : `${what}:\n${migrations.map((name) => `  ${name}`).join('\n')}`;
          return { value: { dry_run: dryRun, migrations }, text };
        } finally {
          await close();
        }
      }),
    );
};
