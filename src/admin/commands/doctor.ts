import { alone, type Rows } from '../define.ts';
import type { Check } from '../../doctor/check.ts';
import { table } from '../table.ts';

const formatReport = (checks: readonly Check[]): string => {
  const fixes = checks.flatMap(({ check, fix }) => (fix === null ? [] : [`${check}: ${fix}`]));
  const summary =
    fixes.length === 0 ? 'Nothing to fix.' : `To fix:\n${fixes.map((fix) => `  ${fix}`).join('\n')}`;
  return `${table(checks, ['status', 'check', 'detail'])}\n\n${summary}`;
};

export const doctorCommand: Rows = {
  doctor: alone({
    about: 'check configuration, database, clock and machine; says what to fix',
    answer: async (run) => {
      const { examine } = await import('../../doctor/doctor.ts');
      const checks = await examine(run.environment, run.parts);
      const failed = checks.filter(({ status }) => status === 'FAIL').map(({ check }) => check);
      const answer = { value: checks, text: formatReport(checks) };
      if (failed.length === 0) return answer;
      return { ...answer, failure: { code: 'checks_failed', message: `Not ready: ${failed.join(', ')}.` } };
    },
  }),
};
