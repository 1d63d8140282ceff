// What is out of the ordinary about a document is told to the agent that submits it, and kept with the request.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CounterpartyId } from '../../../generated/ids.ts';
import type { RiskFlagCode } from '../../../generated/types.ts';
import { dayIn } from '../../../src/base/time/day.ts';
import { ANA, openOffice, type Office, type Side } from '../../support/office.ts';
import { adminOn } from '../../admin/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callLoosely } from '../../tools/support.ts';
import { customerOf } from './risk-customers.ts';

const OWN = 'DE89370400440532013000';
const FOREIGN = 'GB33BUKB20201555555555';
const CLABE = '032180000118359719';

let service: TestService;
let office: Office;
let today: ReturnType<typeof dayIn>;
before(async () => {
  service = await startTestService({ database: 'own' });
  office = await openOffice(service);
  today = dayIn('Europe/Berlin', new Date());
  for (const [side, iban] of [
    ['de', `--iban=${OWN}`],
    ['mx', `--clabe=002010077777777771`],
  ] as const)
    await office.admin.json(
      'bank-account',
      'create',
      `--entity=${service.entities[side]}`,
      '--name=Konto',
      `--currency=${side === 'de' ? 'EUR' : 'MXN'}`,
      iban,
    );
});
after(() => service.close());

const customer = (side: Side, filed = 4, args: object = {}): Promise<CounterpartyId> =>
  customerOf(service, side, { today, filed, args });

interface Submitted {
  readonly side?: Side;
  readonly filed?: number;
  readonly party?: object;
  readonly invoice?: object;
  readonly before?: (id: CounterpartyId) => Promise<unknown>;
}

const flagsOf = async ({ side = 'de', filed, party, invoice, before: act }: Submitted) => {
  const counterparty_id = await customer(side, filed, party);
  await act?.(counterparty_id);
  const id = await office.draft(side, { counterparty_id, ...invoice });
  const { risk_flags } = await office.submit(side, id);
  return risk_flags;
};

const change =
  (...options: string[]): NonNullable<Submitted['before']> =>
  (id) =>
    adminOn(service.databaseUrl, new Date()).json('counterparty', 'update', id, ...options, `--by=${ANA}`);
const another =
  (side: Side, name: string): NonNullable<Submitted['before']> =>
  async () =>
    customer(side, 0, { name });
const lines = (line: object) => ({ line_items: [{ description: 'Beratung', unit_price: 1000, ...line }] });

const CASES: readonly (Submitted & { readonly title: string; readonly codes: readonly RiskFlagCode[] })[] = [
  { title: 'a usual German invoice', codes: [] },
  { title: 'a usual Mexican invoice', side: 'mx', codes: [] },
  {
    title: 'usual terms and discounts',
    codes: [],
    invoice: { discount_terms: [{ days: 10, percent: 2 }], ...lines({ discount: { percent: 10 } }) },
  },
  {
    title: 'the own account, in groups, in the notes',
    codes: [],
    invoice: { notes: 'Bitte auf DE89 3704 0044 0532 0130 00' },
  },
  { title: 'a known customer with a little more', codes: [], invoice: lines({ unit_price: 2500 }) },
  {
    title: 'a German customer with its own VAT id as participant',
    codes: [],
    party: {
      country_details: {
        street: 'A 1',
        city: 'Hamburg',
        vat_id: 'DE811569869',
        participant_id: '9930:DE811569869',
      },
    },
  },
  {
    title: 'a participant id that carries no tax id',
    codes: [],
    party: {
      country_details: {
        street: 'A 1',
        city: 'Hamburg',
        vat_id: 'DE129273398',
        participant_id: '0088:4012345000009',
      },
    },
  },
  { title: 'the first document', codes: ['first_document'], filed: 0 },
  { title: 'the first document in Mexico', codes: ['first_document'], filed: 0, side: 'mx' },
  {
    title: 'another account',
    codes: ['payee_account_unknown'],
    invoice: { country_details: { buyer_reference: 'X', bank_account_number: FOREIGN } },
  },
  {
    title: 'another German account',
    codes: ['payee_account_unknown'],
    invoice: { country_details: { buyer_reference: 'X', bank_account_number: 'DE02120300000000202051' } },
  },
  {
    title: 'another account in the notes',
    codes: ['payee_account_unknown'],
    invoice: { notes: `Neue Bank: ${FOREIGN}` },
  },
  {
    title: 'in the notes, in groups',
    codes: ['payee_account_unknown'],
    invoice: { notes: 'Neue Bank: GB33 BUKB 2020 1555 5555 55' },
  },
  {
    title: 'in the notes, with dashes',
    codes: ['payee_account_unknown'],
    invoice: { notes: 'Neue Bank: GB33-BUKB-2020-1555-5555-55' },
  },
  {
    title: 'in small letters',
    codes: ['payee_account_unknown'],
    invoice: { notes: 'gb33bukb20201555555555' },
  },
  {
    title: 'in the terms of payment',
    codes: ['payee_account_unknown'],
    invoice: { payment_terms_text: `Zahlbar auf ${FOREIGN}` },
  },
  {
    title: 'in the description of a line',
    codes: ['payee_account_unknown'],
    invoice: lines({ description: `Zahlung auf ${FOREIGN}` }),
  },
  { title: 'in the title', codes: ['payee_account_unknown'], invoice: { title: `Konto ${FOREIGN}` } },
  {
    title: 'a CLABE in the notes',
    codes: ['payee_account_unknown'],
    side: 'mx',
    invoice: { notes: `Depositar en la CLABE ${CLABE}` },
  },
  {
    title: 'a CLABE on a line',
    codes: ['payee_account_unknown'],
    side: 'mx',
    invoice: lines({ description: `Servicio, CLABE ${CLABE}` }),
  },
  {
    title: 'half off for early payment',
    codes: ['unusual_discount'],
    invoice: { discount_terms: [{ days: 30, percent: 50 }] },
  },
  {
    title: '6 % for early payment',
    codes: ['unusual_discount'],
    invoice: {
      discount_terms: [
        { days: 10, percent: 2 },
        { days: 3, percent: 6 },
      ],
    },
  },
  {
    title: 'a line discount of 90 %',
    codes: ['unusual_discount'],
    invoice: lines({ discount: { percent: 90 } }),
  },
  {
    title: 'a line discount of an amount',
    codes: ['unusual_discount'],
    invoice: lines({ discount: { amount: 400 } }),
  },
  {
    title: 'a Mexican line discount',
    side: 'mx',
    codes: ['unusual_discount'],
    invoice: lines({ discount: { percent: 45 } }),
  },
  {
    title: 'an allowance on the whole',
    codes: ['unusual_discount'],
    invoice: { allowances: [{ percent: 40, reason: 'Rabatt' }] },
  },
  {
    title: 'an allowance of an amount',
    codes: ['unusual_discount'],
    invoice: { allowances: [{ amount: 500, reason: 'Rabatt' }] },
  },
  { title: 'ten times the usual amount', codes: ['unusual_amount'], invoice: lines({ unit_price: 10_000 }) },
  { title: 'a point lost', codes: ['unusual_amount'], invoice: lines({ unit_price: 100_000 }) },
  {
    title: 'a quantity of 100 too many',
    side: 'mx',
    codes: ['unusual_amount'],
    invoice: lines({ quantity: 100 }),
  },
  {
    title: 'far above what the company has had, to a new customer',
    filed: 0,
    codes: ['first_document', 'unusual_amount'],
    invoice: lines({ unit_price: 900_000 }),
  },
  { title: 'due in a year', codes: ['unusual_terms'], invoice: { payment_terms_days: 365 } },
  {
    title: 'due three months later than ever',
    codes: ['unusual_terms'],
    invoice: { payment_terms_days: 119 },
  },
  {
    title: 'a rate a hundred times too high',
    side: 'mx',
    codes: ['unusual_rate'],
    invoice: { currency: 'USD', exchange_rate: 1829, ...lines({ unit_price: 50 }) },
  },
  {
    title: 'a rate upside down',
    side: 'mx',
    codes: ['unusual_rate'],
    invoice: { currency: 'USD', exchange_rate: 0.05, ...lines({ unit_price: 50 }) },
  },
  {
    title: 'a rate a tenth off',
    side: 'de',
    codes: ['unusual_rate'],
    invoice: { currency: 'USD', exchange_rate: 1.3, ...lines({ unit_price: 50 }) },
  },
  {
    title: 'another company’s participant id',
    codes: ['receiver_mismatch'],
    party: {
      country_details: {
        street: 'A 1',
        city: 'Hamburg',
        vat_id: 'DE811115368',
        participant_id: '9930:DE129273398',
      },
    },
  },
  {
    title: 'a participant of another country',
    codes: ['receiver_mismatch'],
    party: {
      country_details: {
        street: 'A 1',
        city: 'Hamburg',
        vat_id: 'DE811907980',
        participant_id: '9914:ATU12345675',
      },
    },
  },
  { title: 'another e-mail address', codes: ['buyer_changed'], before: change('--email=thief@evil.example') },
  { title: 'another name', codes: ['buyer_changed'], before: change('--name=Ganz Andere Firma') },
  {
    title: 'another postal code',
    side: 'mx',
    codes: ['buyer_changed'],
    before: change('--postal-code=03100'),
  },
  { title: 'another street', codes: ['buyer_changed'], before: change('--street=Elsewhere 9') },
];

for (const { title, codes, ...submitted } of CASES)
  test(`${title}: ${codes.join(', ') || 'nothing'}`, async () => {
    const flags = await flagsOf(submitted);
    assert.deepEqual(
      flags.map(({ code }) => code),
      codes,
      JSON.stringify(flags),
    );
    for (const { message } of flags) assert.match(message, /^\S.*\.$/su);
  });

test('flags say what came and what is usual, and stay with the request', async () => {
  const counterparty_id = await customer('de');
  const invoice = {
    country_details: { buyer_reference: 'X', bank_account_number: FOREIGN },
    discount_terms: [{ days: 30, percent: 50 }],
  };
  const id = await office.draft('de', { counterparty_id, ...invoice });
  const { approval_request_id, risk_flags } = await office.submit('de', id);
  assert.deepEqual(risk_flags, [
    {
      code: 'payee_account_unknown',
      message: `The customer is told to pay into ${FOREIGN}, which is none of the company’s active bank accounts. Those are: ${OWN}.`,
      received: FOREIGN,
      usual: OWN,
    },
    {
      code: 'unusual_discount',
      message: 'A discount of 50 % is given; up to 5 % is usual.',
      received: '50 %',
      usual: '5 %',
    },
  ]);
  const again = await office.submit('de', id);
  assert.deepEqual(again.risk_flags, risk_flags, 'a repeat answers the same');
  const event = await service.database.kysely
    .selectFrom('event')
    .select('data')
    .where('record_id', '=', id)
    .where('type', '=', 'invoice.submitted')
    .executeTakeFirstOrThrow();
  assert.equal(
    Reflect.get(Object(event.data), 'risk_flags'),
    'payee_account_unknown, unusual_discount',
    'webhooks tell the codes',
  );
  const shown = await office.admin.json('approval', 'show', approval_request_id);
  assert.deepEqual(shown['risk_flags'], risk_flags);
});

for (const [title, name, other] of [
  ['a Cyrillic letter', 'Gartenbau Sonnenfeld', 'Gаrtenbau Sonnenfeld'],
  ['a letter more', 'Autohaus Bergmann', 'Autohaus Bergmannn'],
  ['two letters swapped', 'Brauerei Felsenkeller', 'Brauerei Felsenkeller GmbH'],
  ['rn for m', 'Modern Kaminbau', 'Modem Kaminbau'],
  ['a zero for an o', 'Optik Rothenburg', 'Optik R0thenburg'],
] as const)
  test(`a name that looks like another: ${title}`, async () => {
    const flags = await flagsOf({ filed: 0, party: { name: other }, before: another('de', name) });
    assert.deepEqual(
      flags.map(({ code }) => code),
      ['first_document', 'lookalike_name'],
    );
    assert.equal(flags[1]?.usual, name);
  });

test('branches that a number tells apart are no look-alikes', async () => {
  const flags = await flagsOf({
    filed: 0,
    party: { name: 'Filiale Nord 12' },
    before: another('de', 'Filiale Nord 13'),
  });
  assert.deepEqual(
    flags.map(({ code }) => code),
    ['first_document'],
  );
});

test('the same total twice within days', async () => {
  const counterparty_id = await customer('mx');
  const first = await office.draft('mx', { counterparty_id });
  assert.deepEqual((await office.submit('mx', first)).risk_flags, []);
  const second = await office.draft('mx', { counterparty_id, title: 'Otra vez' });
  const { risk_flags } = await office.submit('mx', second);
  assert.deepEqual(
    risk_flags.map(({ code, received }) => ({ code, received })),
    [{ code: 'possible_duplicate', received: '1160.00 MXN' }],
  );
});

// The last one, since it changes the account that the others name.
test('an account that a key has set, until a person approves a document with it', async () => {
  const { data } = await callLoosely(service, 'de', 'list_bank_accounts', {});
  const bank_account_id = data[0]?.bank_account_id ?? assert.fail();
  const set = 'DE02120300000000202051';
  await callLoosely(service, 'de', 'update_bank_account', { bank_account_id, iban: set });
  const counterparty_id = await customer('de');
  let price = 900;
  const draft = () => office.draft('de', { counterparty_id, ...lines({ unit_price: price }) });
  const { approval_request_id, risk_flags } = await office.submit('de', await draft());
  assert.deepEqual(
    risk_flags.map(({ code, received }) => ({ code, received })),
    [{ code: 'payee_account_changed', received: set }],
  );
  const admin = adminOn(service.databaseUrl, new Date());
  await admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
  price += 1;
  assert.deepEqual((await office.submit('de', await draft())).risk_flags, []);
});
