// Lists and single records of the command line: what the tools answer, to the last field.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TOOLS, type ToolName } from '../../generated/dispatch.ts';
import type { BankAccountId } from '../../generated/ids.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addGermanCustomer, addMexicanCustomer } from '../tools/support.ts';
import { type Admin, adminOn, NOW } from './support.ts';
import { sameFields } from '../support/same-fields.ts';

let service: TestService;
let admin: Admin;
let entity: string;
let customer: string;
let account: BankAccountId;
const client = () => service.client(service.keys.mx);

before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  admin = adminOn(service.databaseUrl);
  entity = service.entities.mx;
  customer = await addMexicanCustomer(service, 'Transportes del Bajío', { is_supplier: true });
  await addGermanCustomer(service, 'Harms KG');
  const person = ['--email', 'ana@ibarra.example', '--name', 'Ana'];
  await admin.json('member', 'add', '--org', service.organisation_id, ...person);
  for (const unit_price of [10, 20, 1234567.5]) {
    const line_items = [{ description: 'Flete', unit_price }];
    await client().create_invoice({ counterparty_name: 'Transportes del Bajío', line_items });
    const bill_number = `B-${unit_price}`;
    await client().create_bill({ counterparty_name: 'Transportes del Bajío', bill_number, line_items });
    const about = { taskable_type: 'Counterparty', taskable_id: customer } as const;
    await client().create_task({ title: `Call about ${unit_price}`, priority: 'high', ...about });
  }
  const create = ['bank-account', 'create', '--entity', entity, '--name', 'HSBC', '--currency', 'MXN'];
  account = (await admin.json(...create)).id;
  const lines = [
    'Date,Description,Amount',
    '2026-11-20,Deposit,50',
    '2026-11-19,Fee,-1.5',
    '2026-11-18,Rent,-900',
  ];
  const file = admin.file('lines.csv', `${lines.join('\n')}\n`);
  await admin.json('statement', 'import', '--bank-account', account, file);
});
after(() => service.close());

const list = (noun: string, ...filters: string[]) => admin.json(noun, 'list', '--entity', entity, ...filters);

/** Each list with filters that leave some rows and drop others. */
const LISTS = {
  invoice: ['search_invoices', { date_from: '2026-11-01', status: 'draft', counterparty_id: '' }],
  bill: ['search_bills', { query: 'B-20', overdue_only: false }],
  counterparty: ['list_counterparties', { role: 'supplier', query: 'baj' }],
  task: ['list_tasks', { status: 'open', priority: 'high' }],
  'bank-account': ['list_bank_accounts', {}],
  statement: ['list_bank_statements', { bank_account_id: '' }],
  transaction: [
    'search_bank_transactions',
    { transaction_type: 'debit', amount_max: 2.25, bank_account_id: '' },
  ],
} as const satisfies Record<string, readonly [ToolName, Record<string, string | number | boolean>]>;

type Asking = Record<string, (params: object) => Promise<{ readonly data: readonly object[] }>>;
const ask = async (tool: string, params: object) => {
  const answer = await (client() as unknown as Asking)[tool]?.(params);
  assert.ok(answer);
  return answer;
};

const filled = (filters: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...filters }).map(([name, value]) => [
      name,
      { counterparty_id: customer, bank_account_id: account }[name] ?? value,
    ]),
  );

const asOptions = (filters: Record<string, unknown>): string[] =>
  Object.entries(filters).flatMap(([name, value]) => {
    const flag = `--${name.replace(/_id$/, '').replaceAll('_', '-')}`;
    if (typeof value === 'boolean') return value ? [flag] : [];
    return [flag, String(value)];
  });

describe('lists on the command line', () => {
  for (const [noun, [tool, given]] of Object.entries(LISTS)) {
    it(`answer for ${noun} what ${tool} answers, with its filters`, async () => {
      const filters = filled(given);
      const whole = await list(noun);
      assert.deepEqual(whole, await ask(tool, {}));
      assert.ok(whole.data.length > 0, 'the test shows nothing on empty books');
      const some = await list(noun, ...asOptions(filters));
      assert.deepEqual(some, await ask(tool, filters));
      assert.ok(some.data.length > 0);
    });

    it(`offer for ${noun} an option for each parameter of ${tool}, with its choices`, async () => {
      const { out } = await admin.run(noun, 'list', '--help');
      const text = out.replaceAll(/\s+/g, ' ');
      for (const [name, schema] of Object.entries(TOOLS[tool].inputSchema.properties)) {
        const flag = `--${name.replace(/_id$/, '').replaceAll('_', '-')}`;
        assert.ok(text.includes(` ${flag}`), flag);
        if (schema.enum !== undefined)
          assert.ok(
            text.includes(`(choices: ${schema.enum.map((choice) => `"${choice}"`).join(', ')}`),
            flag,
          );
      }
    });

    it(`show one ${noun} by its id alone`, async () => {
      const { data } = await list(noun);
      const shown = await admin.json(noun, 'show', data[0].id);
      for (const [name, value] of Object.entries(data[0]))
        if (name in shown) assert.deepEqual(sameFields(value, shown[name]), value, name);
      assert.equal(shown.id, data[0].id);
      const { code, out } = await admin.run(noun, 'show', data[0].id);
      assert.equal(code, 0);
      assert.match(out, new RegExp(`^id +${data[0].id}$`, 'm'));
    });
  }

  it('go through all pages by the cursor that each names', async () => {
    const seen: string[] = [];
    let more: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { code, out } = await admin.run(
        'transaction',
        'list',
        '--entity',
        entity,
        '--limit',
        '1',
        ...more,
      );
      assert.equal(code, 0);
      const [row = '', next] = out.split('\n').slice(1).join('\n').trim().split('\n\n');
      seen.push(row.replaceAll(/ {2,}/g, ' | ').replace(/^\S+/, 'id'));
      if (page === 3) {
        assert.equal(next, undefined);
        break;
      }
      const [, told, cursor = ''] =
        /^(These are 1 of 3\. For the next ones add:) --cursor (\S+)$/.exec(next ?? '') ?? [];
      assert.ok(told, next);
      more = ['--cursor', cursor];
    }
    assert.deepEqual(seen, [
      'id | 2026-11-20 | credit | 50.00 MXN | Deposit | – | unmatched',
      'id | 2026-11-19 | debit | 1.50 MXN | Fee | – | unmatched',
      'id | 2026-11-18 | debit | 900.00 MXN | Rent | – | unmatched',
    ]);
  });

  it('show amounts with all digits of their currency', async () => {
    const { out } = await admin.run('bill', 'list', '--entity', entity, '--query', 'B-1234567.5');
    assert.match(out, / 1234567\.50 MXN +1234567\.50 MXN$/m);
    const { data } = await list('bill', '--query', 'B-1234567.5');
    const shown = await admin.run('bill', 'show', data[0].id);
    assert.match(shown.out, /^total +1234567\.50 MXN$/m);
    assert.match(shown.out, /^line_items:\nPOSITION +DESCRIPTION .*\n.* Flete .* 1234567\.50 MXN/m);
  });

  it('take a name for an id, and say so', async () => {
    const { code, out, err } = await admin.run(
      'invoice',
      'list',
      '--entity',
      entity,
      '--counterparty',
      'Transportes del Bajío',
    );
    assert.equal(code, 0);
    assert.match(out, /^invc_/m);
    assert.match(err, new RegExp(`^Warning: .*${customer}`));
  });

  it('say what was wrong with a filter, as the tool does', async () => {
    const wrong = await admin.refused('invoice', 'list', '--entity', entity, '--date-from', '2026-02-30');
    assert.equal(wrong.code, 'impossible_date');
    const reversed = ['--date-from', '2026-02-02', '--date-to', '2026-02-01'];
    assert.equal(
      (await admin.refused('bill', 'list', '--entity', entity, ...reversed)).code,
      'date_range_reversed',
    );
    const cursor = await admin.refused('task', 'list', '--entity', entity, '--cursor', 'nonsense');
    assert.equal(cursor.code, 'invalid_cursor');
    const many = await admin.refused('task', 'list', '--entity', entity, '--limit', '1000');
    assert.equal(many.code, 'invalid_parameter');
    const text = await admin.refused('task', 'list', '--entity', entity, '--limit', 'all');
    assert.equal(
      text.message,
      "Option '--limit <number>' argument 'all' is invalid. It must be a number in plain digits.",
    );
    const choice = await admin.refused('task', 'list', '--entity', entity, '--priority', 'hihg');
    assert.match(choice.message, /Allowed choices are urgent, high, normal, low\. Did you mean "high"\?$/);
  });

  it('show what an organisation has: itself, a member, a key', async () => {
    const org = service.organisation_id;
    for (const [noun, filters] of [
      ['org', []],
      ['member', ['--org', org]],
      ['key', ['--org', org, '--status', 'active']],
    ] as const) {
      const [first] = await admin.json(noun, 'list', ...filters);
      assert.deepEqual(await admin.json(noun, 'show', first.id), first);
      const gone = `${first.id.slice(0, 5)}${'0'.repeat(26)}`;
      assert.equal((await admin.refused(noun, 'show', gone)).code, 'not_found');
    }
    assert.deepEqual(await admin.json('key', 'list', '--org', org, '--status', 'revoked'), []);
  });

  it('say how many payments there are more', async () => {
    const { data } = await list('bill');
    for (const { id } of data) await client().record_bill_payment({ bill_id: id, amount: 1.5 });
    const some = await admin.run('payment', 'list', '--entity', entity, '--limit', '2');
    assert.match(
      some.out,
      /^bpay_\w+ +2026-11-21 +1\.50 MXN .*\n.*\n\nThese are the latest 2; more are there\. --limit /m,
    );
    const all = await admin.run('payment', 'list', '--entity', entity, '--limit', '3');
    assert.doesNotMatch(all.out, /more/);
    assert.equal((await list('payment', '--limit', '2')).length, 2);
  });

  it('show no record of another company, and name the kinds of id that they take', async () => {
    const { data } = await list('invoice');
    const other = await admin.json('invoice', 'list', '--entity', service.entities.de);
    assert.deepEqual(other.data, []);
    const bill = await admin.refused('bill', 'show', data[0].id);
    assert.match(bill.message, /It must be the id of a bill \(bill_…\)\.$/);
    const gone = `bill_${'0'.repeat(26)}`;
    const none = await admin.refused('bill', 'show', gone);
    assert.deepEqual(none, { code: 'not_found', message: `There is no bill ${gone}.` });
    const nobody = await admin.refused('bill', 'list', '--entity', `enti_${'0'.repeat(26)}`);
    assert.equal(nobody.code, 'not_found');
  });
});
