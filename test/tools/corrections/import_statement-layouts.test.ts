// import_statement: each layout of a bank as a client sends it, stored whole and found again; columns by number and the sign
// are remembered for the account.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EXAMPLES, currencyOf, signOf } from '../../domain/bank-statements/layout-files.ts';
import golden from '../../domain/bank-statements/layouts.json' with { type: 'json' };
import { startTestService, type TestService } from '../../support/service.ts';
import { callError } from '../../support/wire.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { changingNothing } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

interface Read {
  readonly lines: readonly {
    readonly date: string;
    readonly signed_minor: number;
    readonly description: string;
  }[];
  readonly left_out: readonly { readonly line: number }[];
}

const refusal = (asked: object) => callError(service.url, service.keys.mx, 'import_statement', asked);

const plain = { account_number_masked: null };

for (const example of EXAMPLES)
  test(`${example.name}, ${example.product}`, async () => {
    const entity = currencyOf(example) === 'MXN' ? 'mx' : 'de';
    const client = service.client(service.keys[entity]);
    const bank_account_id = await addAccount(service, service.entities[entity], {
      ...plain,
      currency: currencyOf(example),
      account_type: example.charges === 'positive' ? 'credit' : 'checking',
    });
    const sign = signOf(example);
    const asked = { bank_account_id, content: example.fixture, ...(sign === null ? {} : { sign }) };
    const read = (golden as Record<string, Read>)[`${example.name}, ${example.product}`] ?? assert.fail();
    const foreseen = await changingNothing(service.database, () =>
      client.import_statement({ ...asked, dry_run: true }),
    );
    const stored = await client.import_statement(asked);
    const sum = (side: 1 | -1): number =>
      read.lines.reduce((all, { signed_minor }) => all + Math.max(0, side * signed_minor), 0) / 100;
    for (const told of [foreseen, stored])
      assert.deepEqual(
        [
          told.imported,
          told.rejected_count,
          told.left_out.map(({ line }) => line),
          told.money_in,
          told.money_out,
        ],
        [read.lines.length, 0, read.left_out.map(({ line }) => line), sum(1), sum(-1)],
      );
    const { data } = await client.search_bank_transactions({ bank_account_id, limit: 10 });
    const facts = data.map(({ date, amount, transaction_type, description }) => [
      date,
      Math.round(amount * 100) * (transaction_type === 'credit' ? 1 : -1),
      description,
    ]);
    assert.deepEqual(
      facts.map((row) => row.join(' ')).toSorted(),
      read.lines
        .map(({ date, signed_minor, description }) => [date, signed_minor, description].join(' '))
        .toSorted(),
    );
    const again = await client.import_statement(asked);
    assert.deepEqual([again.imported, again.duplicates], [0, read.lines.length]);
  });

test('the sign of a card is asked for once', async () => {
  const client = service.client(service.keys.mx);
  const bank_account_id = await addAccount(service, service.entities.mx, {
    ...plain,
    account_type: 'credit',
  });
  const file = (day: string): string => `Fecha,Concepto,Importe\n${day}/11/2026,HOTEL,371.30\n`;
  const refused = await changingNothing(service.database, () =>
    refusal({ bank_account_id, content: file('02') }),
  );
  assert.match(String(refused['hint']), /send sign "reversed"/);
  const turned = await client.import_statement({ bank_account_id, content: file('02'), sign: 'reversed' });
  assert.deepEqual([turned.money_in, turned.money_out], [0, 371.3]);
  const later = await client.import_statement({ bank_account_id, content: file('03') });
  assert.deepEqual([later.imported, later.money_out], [1, 371.3]);
  assert.deepEqual(later.remarks, [
    'The columns are read as at an earlier import of this account: sign reversed.',
    'The amounts are turned: what the file writes as positive goes out.',
  ]);
});

test('columns by number are remembered', async () => {
  const client = service.client(service.keys.mx);
  const bank_account_id = await addAccount(service, service.entities.mx, plain);
  const file = (day: string): string => `${day}/11/2026,PAGO DE RENTA,-1000.00\n`;
  const refused = await refusal({ bank_account_id, content: file('02') });
  assert.match(String(refused['hint']), /\[\{"field":"date","column":1\},\{"field":"amount","column":3\}\]/);
  const columns = [
    { field: 'date' as const, column: 1 },
    { field: 'description' as const, column: 2 },
    { field: 'amount' as const, column: 3 },
  ];
  const first = await client.import_statement({ bank_account_id, content: file('02'), columns });
  assert.deepEqual([first.imported, first.money_out], [1, 1000]);
  const later = await client.import_statement({ bank_account_id, content: file('03') });
  assert.deepEqual([later.imported, later.money_out], [1, 1000]);
  const other = await changingNothing(service.database, () =>
    refusal({ bank_account_id, content: '04/11/2026,x,RENTA,-1.00\n' }),
  );
  assert.match(String(other['message']), /has no headings/);
});
