// Commands for the machine and its shell, which need no open books.
import { readConfig } from '../../base/config.ts';
import { migrate, planMigrations } from '../../db/migrate.ts';
import type { Check } from '../../doctor/check.ts';
import { completionScript, SHELLS } from '../completion.ts';
import { alone, choiceArg, on, type Rows } from '../define.ts';
import { openAddress } from '../session.ts';
import { serverJson } from '../server-json.ts';
import { table } from '../table.ts';

const formatReport = (checks: readonly Check[]): string => {
  const fixes = checks.flatMap(({ check, fix }) => (fix === null ? [] : [`${check}: ${fix}`]));
  const summary =
    fixes.length === 0 ? 'Nothing to fix.' : `To fix:\n${fixes.map((fix) => `  ${fix}`).join('\n')}`;
  return `${table(checks, ['status', 'check', 'detail'])}\n\n${summary}`;
};

export const operateCommands: Rows = {
  migrate: alone({
    options: { dryRun: on },
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
  doctor: alone({
    answer: async (run) => {
      const { examine } = await import('../../doctor/doctor.ts');
      const checks = await examine(run.environment, run.parts);
      const failed = checks.filter(({ status }) => status === 'FAIL').map(({ check }) => check);
      const answer = { value: checks, text: formatReport(checks) };
      if (failed.length === 0) return answer;
      return { ...answer, failure: { code: 'checks_failed', message: `Not ready: ${failed.join(', ')}.` } };
    },
  }),
  'server-json': alone({
    answer: async (run) => {
      const value = serverJson(readConfig(run.environment).public_url);
      return { value, text: JSON.stringify(value, null, 2) };
    },
  }),
  completion: (program, name, run) =>
    alone({
      args: [choiceArg(SHELLS)],
      answer: async (_run, _options, shell) => {
        const script = completionScript(shell, program);
        return { value: { shell, script }, text: script };
      },
    })(program, name, run),
};
