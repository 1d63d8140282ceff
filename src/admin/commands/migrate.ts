// Brings the tables up to date, or tells what would be done.
import { migrate, planMigrations } from '../../db/migrate.ts';
import { alone, on, type Rows } from '../define.ts';
import { openAddress } from '../session.ts';

export const migrateCommand: Rows = {
  migrate: alone({
    about: 'bring the tables of the database up to date, as every start does',
    options: { dryRun: on('only list what would be done') },
    answer: async (run, { dryRun = false }) => {
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
    },
  }),
};
