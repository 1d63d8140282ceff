// Faults by which a dry run would write, or tell another thing than the call.
import type { Planted } from './planted.ts';

const DRY_RUN = ['test/tools/writes/dry-run'];
const CHANGE = 'src/domain/ground/change/change.ts';
const ANSWER = 'src/domain/ground/change/dry-run.ts';

export const DRY_RUNS: readonly Planted[] = [
  {
    name: 'dry-run-committed',
    file: 'src/db/transaction.ts',
    find: '      last.tried = { result, made };\n      throw new NotKept();',
    put: '      return { result, made } as never;',
    tests: DRY_RUN,
  },
  {
    name: 'dry-run-events-sent-before',
    file: CHANGE,
    find: 'if (dry_run) return answerDryRun(database, claim, act.now, (db) => attempt(open(db)));',
    put: 'if (dry_run) return answerDryRun(database, claim, act.now, () => transaction(attempt));',
    tests: DRY_RUN,
  },
  {
    name: 'dry-run-sweeps-keys',
    file: CHANGE,
    find: 'if (dry_run) return answerDryRun(',
    put: 'await sweep(act.now);\n    if (dry_run) return answerDryRun(',
    tests: DRY_RUN,
  },
  {
    name: 'dry-run-forgets-an-old-key',
    file: ANSWER,
    find: 'await answerOfKey(database, claim, now)',
    put: "await (await import('./idempotency.ts')).earlierAnswer(database, claim, now)",
    tests: DRY_RUN,
  },
  {
    name: 'dry-run-tells-ids-that-are-not-stored',
    file: ANSWER,
    find: 'withDryRunIds(result.answer, made)',
    put: 'withDryRunIds(result.answer, new Set([...made].slice(1)))',
    tests: DRY_RUN,
  },
  {
    name: 'dry-run-counts-as-another-call',
    file: 'src/dispatch/dispatcher.ts',
    find: "if (descriptor.dryRun) delete params['dry_run'];",
    put: '',
    tests: DRY_RUN,
  },
  {
    name: 'dry-run-id-looked-up',
    file: 'src/base/arguments/dry-run-ids.ts',
    find: 'hasOne(value) ? faultsIn',
    put: 'Array.isArray(value) ? faultsIn',
    tests: DRY_RUN,
  },
];
