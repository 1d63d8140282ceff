// import_statement: files as banks, cards and payment providers of three languages write them, through the wire: each movement
// with its day, side, other party and text; nothing is told otherwise before it is written; nothing is taken twice.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/base/package-root.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { changingNothing } from '../support.ts';

interface BankFile {
  readonly name: string;
  readonly currency: string;
  readonly type?: 'credit';
  readonly sign?: 'reversed';
  /** Field and number, or field and heading. */
  readonly columns?: readonly string[];
  readonly columns_of_headings?: readonly string[];
  readonly file: string;
  /** `day amount | party | reference | text`; `*` for any, `-` for none. */
  readonly lines?: readonly string[];
  readonly balances?: string;
  readonly rejected?: readonly number[];
}

const FILE = join(packageRoot(), 'test', 'domain', 'bank-statements', 'banks.yaml');
const { files } = parse(readFileSync(FILE, 'utf8')) as { readonly files: readonly BankFile[] };

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

const FIELDS = ['date', 'description', 'amount', 'balance', 'fee', 'reference'] as const;
const columnsOf = ({ columns = [], columns_of_headings = [] }: BankFile) => {
  const cut = (text: string): readonly [(typeof FIELDS)[number], string] => {
    const [field = '', ...rest] = text.split(' ');
    return [FIELDS.find((each) => each === field) ?? assert.fail(text), rest.join(' ')];
  };
  return [
    ...columns.map(cut).map(([field, column]) => ({ field, column: Number(column) })),
    ...columns_of_headings.map(cut).map(([field, heading]) => ({ field, heading })),
  ];
};

for (const each of files)
  test(each.name, async () => {
    const { file: content, sign, lines = [], rejected = [] } = each;
    const client = service.client(service.keys.de);
    const bank_account_id = await addAccount(service, service.entities.de, {
      account_number_masked: null,
      currency: each.currency,
      account_type: each.type ?? 'checking',
    });
    const columns = columnsOf(each);
    const asked = {
      bank_account_id,
      ...(sign === undefined ? {} : { sign }),
      ...(columns.length > 0 ? { columns } : {}),
    };
    const foreseen = await changingNothing(service.database, () =>
      client.import_statement({ ...asked, content, dry_run: true }),
    );
    assert.deepEqual(
      foreseen.rejected.map(({ line }) => line),
      rejected,
      JSON.stringify(foreseen.rejected),
    );
    if (rejected.length > 0) return;
    const content_base64 = Buffer.from(content, 'utf16le').toString('base64');
    const stored = await client.import_statement({ ...asked, content_base64 });
    const sums = [...new Set([foreseen, stored])].map((told) => [told.money_in, told.money_out]);
    const amounts = lines.map((line) => Math.round(Number(line.split(' ')[1]) * 100));
    const sum = (side: 1 | -1): number =>
      amounts.reduce((total, minor) => total + Math.max(0, side * minor), 0) / 100;
    assert.deepEqual(sums, [
      [sum(1), sum(-1)],
      [sum(1), sum(-1)],
    ]);
    if (each.balances !== undefined)
      assert.deepEqual(
        [stored.opening_balance, stored.closing_balance],
        each.balances.split(' ').map(Number),
      );
    const { data } = await client.search_bank_transactions({ bank_account_id, limit: 50 });
    assert.equal(data.length, lines.length);
    const left = [...data];
    for (const line of lines) {
      const [moved = '', party = '', reference = '', text = ''] = line.split(' | ');
      const at = left.findIndex(
        (row) =>
          `${row.date} ${row.transaction_type === 'debit' ? '-' : ''}${row.amount.toFixed(2)}` === moved,
      );
      assert.notEqual(at, -1, `${moved} is missing`);
      const [row] = left.splice(at, 1);
      if (party !== '*') assert.equal(row?.counterparty_hint ?? '-', party, moved);
      if (reference !== '*') assert.equal(row?.reference ?? '-', reference, moved);
      if (text !== '*')
        assert.match(`${row?.description} ${row?.reference}`, new RegExp(text.replaceAll('"', ''), 'u'));
    }
    const again = await client.import_statement({ ...asked, content });
    assert.deepEqual([again.imported, again.duplicates], [0, lines.length]);
  });
