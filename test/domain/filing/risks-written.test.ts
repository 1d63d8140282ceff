// Flags of what is written in other ways than usual: accounts in texts, discounts together, dates put back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RiskFlagCode } from '../../../generated/types.ts';
import { addDays, dayIn } from '../../../src/base/time/day.ts';
import { ANA, openOffice, type Office, type Side } from '../../support/office.ts';
import { adminOn } from '../../admin/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callLoosely } from '../../tools/support.ts';
import { MAX_CHANGES } from '../../../src/domain/filing/store/risks.ts';
import { customerOf } from './risk-customers.ts';

const OWN = 'DE89370400440532013000';
const FOREIGN = 'GB33BUKB20201555555555';

let service: TestService;
let office: Office;
const today = dayIn('Europe/Berlin', new Date());
before(async () => {
  service = await startTestService({ database: 'own' });
  office = await openOffice(service);
  for (const [side, number] of [
    ['de', `--iban=${OWN}`],
    ['mx', '--clabe=002010077777777771'],
  ] as const)
    await office.admin.json(
      'bank-account',
      'create',
      `--entity=${service.entities[side]}`,
      '--name=Konto',
      `--currency=${side === 'de' ? 'EUR' : 'MXN'}`,
      number,
    );
});
after(() => service.close());

const lines = (line: object) => ({ line_items: [{ description: 'Beratung', unit_price: 1000, ...line }] });

const CASES: readonly {
  readonly title: string;
  readonly side?: Side;
  readonly codes: readonly RiskFlagCode[];
  readonly invoice: object;
}[] = [
  ...(
    [
      ['slashes', 'GB33/BUKB/2020/1555/5555/55'],
      ['thin spaces', 'GB33\u202fBUKB\u202f2020\u202f1555\u202f5555\u202f55'],
      ['lines', 'GB33 BUKB\n2020 1555 5555 55'],
      ['blanks everywhere', 'G B 3 3 B U K B 2 0 2 0 1 5 5 5 5 5 5 5 5 5'],
      ['a word right before', `IBAN${FOREIGN}`],
      ['letters of another width', 'ＧＢ33ＢＵＫＢ20201555555555'],
    ] as const
  ).map(([how, written]) => ({
    title: `in the notes, with ${how}`,
    codes: ['payee_account_unknown'] as const,
    invoice: { notes: `Neue Bank: ${written}` },
  })),
  {
    title: 'as an order number',
    codes: ['payee_account_unknown'],
    invoice: { order_reference: FOREIGN },
  },
  {
    title: 'numbers that are no account',
    codes: [],
    invoice: { notes: 'USt-IdNr. DE811569869, Auftrag 2026 11 25 0012, Tel. 040 123 45 67' },
  },
  {
    title: 'the account that is debited',
    codes: [],
    invoice: {
      direct_debit: { mandate_reference: 'M-1', creditor_id: 'DE98ZZZ09999999999', iban: FOREIGN },
      payment_terms_text: `Wird von Ihrem Konto ${FOREIGN} abgebucht.`,
    },
  },
  {
    title: 'a CLABE in groups',
    codes: ['payee_account_unknown'],
    side: 'mx',
    invoice: { notes: 'Depositar en 032 180 00011835971 9' },
  },
  {
    title: 'two discounts, each of them usual',
    codes: ['unusual_discount'],
    invoice: {
      ...lines({ discount: { percent: 25 } }),
      allowances: [{ percent: 25, reason: 'Rabatt' }],
    },
  },
];

for (const { title, side = 'de', codes, invoice } of CASES)
  test(`${title}: ${codes.join(', ') || 'nothing'}`, async () => {
    const counterparty_id = await customerOf(service, side, { today, filed: 4 });
    const { risk_flags } = await office.submit(
      side,
      await office.draft(side, { counterparty_id, ...invoice }),
    );
    assert.deepEqual(
      risk_flags.map(({ code }) => code),
      codes,
      JSON.stringify(risk_flags),
    );
  });

test('the same total again, dated before the first', async () => {
  const counterparty_id = await customerOf(service, 'de', { today, filed: 4 });
  const first = await office.draft('de', { counterparty_id });
  assert.deepEqual((await office.submit('de', first)).risk_flags, []);
  const second = await office.draft('de', { counterparty_id, issue_date: addDays(today, -2) });
  assert.deepEqual(
    (await office.submit('de', second)).risk_flags.map(({ code }) => code),
    ['possible_duplicate'],
  );
});

test('who has always paid late is not told of again, only of what is later still', async () => {
  const counterparty_id = await customerOf(service, 'de', { today, filed: 3, dueDays: 180 });
  const due = async (payment_terms_days: number) =>
    (
      await office.submit(
        'de',
        await office.draft('de', { counterparty_id, payment_terms_days, title: `${payment_terms_days}` }),
      )
    ).risk_flags
      .map(({ code, usual }) => [code, usual])
      .filter(([code]) => code !== 'possible_duplicate');
  assert.deepEqual(await due(180), []);
  assert.deepEqual(await due(200), [['unusual_terms', addDays(today, 180)]]);
});

test('a customer made after what was filed to it elsewhere, and changed since', async () => {
  const counterparty_id = await customerOf(service, 'de', { today, filed: 4 });
  await service.database.kysely
    .updateTable('invoice')
    .set({ created_at: '2020-01-01 00:00:00.000' })
    .where('counterparty_id', '=', counterparty_id)
    .execute();
  const submitted = async (title: string) =>
    (await office.submit('de', await office.draft('de', { counterparty_id, title }))).risk_flags
      .map(({ code }) => code)
      .filter((code) => code !== 'possible_duplicate');
  assert.deepEqual(await submitted('one'), []);
  await adminOn(service.databaseUrl, new Date()).json(
    'counterparty',
    'update',
    counterparty_id,
    '--email=thief@evil.example',
    `--by=${ANA}`,
  );
  assert.deepEqual(await submitted('two'), ['buyer_changed']);
});

// The last ones, since they change the account that the others name.
test('a key does not hide the account that it set behind many other changes', async () => {
  const { data } = await callLoosely(service, 'mx', 'list_bank_accounts', {});
  const bank_account_id = data[0]?.bank_account_id ?? assert.fail();
  await callLoosely(service, 'mx', 'update_bank_account', { bank_account_id, clabe: '032180000118359719' });
  for (let n = 0; n < MAX_CHANGES; n += 1)
    await callLoosely(service, 'mx', 'update_bank_account', { bank_account_id, name: `Cuenta ${n}` });
  const counterparty_id = await customerOf(service, 'mx', { today, filed: 4 });
  const { risk_flags } = await office.submit('mx', await office.draft('mx', { counterparty_id }));
  assert.deepEqual(
    risk_flags.map(({ code }) => code),
    ['payee_account_changed'],
  );
});

test('an account that only a flag of an approved document names is not approved by that', async () => {
  const { data } = await callLoosely(service, 'de', 'list_bank_accounts', {});
  const bank_account_id = data[0]?.bank_account_id ?? assert.fail();
  const set = 'DE02120300000000202051';
  await callLoosely(service, 'de', 'update_bank_account', { bank_account_id, iban: set });
  const counterparty_id = await customerOf(service, 'de', { today, filed: 4 });
  const other = { country_details: { buyer_reference: 'X', bank_account_number: FOREIGN } };
  const asked = await office.submit('de', await office.draft('de', { counterparty_id, ...other }));
  assert.deepEqual(
    asked.risk_flags.map(({ code, usual }) => [code, usual]),
    [['payee_account_unknown', set]],
  );
  const admin = adminOn(service.databaseUrl, new Date());
  await admin.json('approval', 'approve', asked.approval_request_id, `--by=${ANA}`, '--wait=0');
  const next = await office.draft('de', { counterparty_id, ...lines({ unit_price: 900 }) });
  assert.deepEqual(
    (await office.submit('de', next)).risk_flags.map(({ code }) => code),
    ['payee_account_changed'],
  );
});
