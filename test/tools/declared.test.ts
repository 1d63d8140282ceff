// Every error and warning that a finished tool declares is provoked by some test of it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';

import { parse } from 'yaml';

const TESTS = resolve('test/tools');
const SPEC = resolve('spec');

/** Tools with a handler; those that still answer not_available_yet come with their own tests. */
const FINISHED = [
  'search/search',
  'search/list_entities',
  'counterparties/list_counterparties',
  'counterparties/create_counterparty',
  'invoices/create_invoice',
  'invoices/get_invoice',
  'invoices/submit_invoice',
  'invoices/search_invoices',
  'bills/create_bill',
  'bills/get_bill',
  'bills/search_bills',
  'payments/record_invoice_payment',
  'payments/record_bill_payment',
  'payments/get_payment_summary',
  'tasks/list_tasks',
  'tasks/create_task',
  'tasks/complete_task',
  'bank/list_bank_accounts',
  'bank/get_bank_account',
  'bank/update_bank_account',
  'bank/set_bank_account_active',
  'bank/list_bank_statements',
  'bank/search_bank_transactions',
  'bank/run_ai_matching',
  'bank/confirm_bank_match',
  'bank/reject_ai_suggestion',
  'bank/link_transfer',
  'ledgers/generate_ledger',
  'ledgers/export_invoices',
  'ledgers/export_bills',
];

interface Tool {
  readonly tool: string;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
}
type Codes = Readonly<Record<string, { readonly applies?: string | readonly string[] }>>;

const yaml = (path: string): unknown => parse(readFileSync(join(SPEC, path), 'utf8'));

const sources = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(TESTS, path), 'utf8'))
  .join('\n');

/** `tool code` of each test that says it shows one. */
const shown = (word: 'declared' | 'warned'): ReadonlySet<string> =>
  new Set(
    [...sources.matchAll(new RegExp(`${word}\\(\\s*'(\\w+)',\\s*'(\\w+)'`, 'g'))].map(
      ([, tool, code]) => `${tool} ${code}`,
    ),
  );

for (const path of FINISHED) {
  const { tool, errors = [], warnings = [] } = yaml(`tools/${path}.yaml`) as Tool;
  test(`${tool}: a test shows each of its ${errors.length} errors and ${warnings.length} warnings`, () => {
    assert.deepEqual(
      [
        ...errors.filter((code) => !shown('declared').has(`${tool} ${code}`)),
        ...warnings.filter((code) => !shown('warned').has(`${tool} ${code}`)),
      ],
      [],
    );
  });
}

describe('what applies to many tools', () => {
  const { errors } = yaml('errors.yaml') as { errors: Codes };
  const { warnings } = yaml('warnings.yaml') as { warnings: Codes };
  // No finished tool has such a rule; the rule itself is tested in test/dispatch.
  const RULES_TO_COME = ['only_one_of'];
  const common = Object.entries({ ...errors, ...warnings })
    .filter(([code, { applies }]) => applies !== undefined && !RULES_TO_COME.includes(code))
    .map(([code]) => code);

  test(`some test shows each of the ${common.length} common codes`, () => {
    assert.deepEqual(
      common.filter((code) => !sources.includes(`'${code}'`)),
      [],
    );
  });
});
