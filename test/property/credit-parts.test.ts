// Random invoices of six countries, credited in random parts until nothing is left: every note passes the checks of the
// sandboxes and says the same day, period and references as its invoice, and all of them together are the invoice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toText, decimal, sumOf } from '../../src/base/money/decimal.ts';
import { amountText } from '../../src/base/money/amount.ts';
import { regimeOf } from '../../src/einvoicing/index.ts';
import { seal } from '../../src/einvoicing/mx-cfdi/seal.ts';
import { chooseDelivery } from '../../src/einvoicing/peppol-ubl/delivery.ts';
import type { InvoiceDocument } from '../../src/einvoicing/regime.ts';
import { checkCfdi } from '../../src/sandbox/cfdi-check/check.ts';
import { checkUbl } from '../../src/sandbox/ubl-check/check.ts';
import { testSigner } from '../einvoicing/mx-cfdi/signer.ts';
import { dose, seedOf } from '../support/dose.ts';
import {
  type Account,
  credit,
  grossOf,
  leftOf,
  openAccount,
  randomPart,
  randomRest,
  refusalOf,
} from './credits/crediting.ts';
import { randomFiled, type Side, SIDES } from './credits/invoices.ts';
import { documentOf as mexicanDocument } from '../einvoicing/mx-cfdi/golden.ts';
import { CUSTOMERS, documentOf, SELLERS } from '../einvoicing/peppol-ubl/invoices.ts';
import { type Random, randomOf } from './random.ts';
import { all, readXml, type Element } from './ubl/reading.ts';

/** Of each country. */
const INVOICES = dose(7);
const SEED = seedOf(import.meta.filename);

const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';

const facts = (series: string) => ({ series, number: '1', issuedAt: new Date('2026-11-20T18:00:00Z') });

/** The bytes, which the sandbox of the country takes. */
const buildChecked = async (document: InvoiceDocument, series: string): Promise<string> => {
  const regime = regimeOf(document.seller.country_code);
  assert.deepEqual(regime.validate(document).filter(isError), []);
  const built = regime.build(document, facts(series));
  if (regime.model === 'network') {
    // By e-mail, customers of AU and SG get a PDF alone, and no network checks what it was made from.
    const isPdfAlone =
      ['AU', 'SG'].includes(document.seller.country_code) && chooseDelivery(document).channel === 'email';
    if (!isPdfAlone) assert.deepEqual(checkUbl(built.bytes).filter(isError), []);
    return built.bytes.toString('utf8');
  }
  const sealed = seal(built, await testSigner(document.seller.tax_id ?? ''));
  assert.deepEqual(checkCfdi(sealed.bytes), []);
  return sealed.bytes.toString('utf8');
};

const texts = (root: Element, path: string): readonly string[] => all(root, path).map(({ text }) => text);

/** When and under which numbers the supply was made. */
const supplyOf = (xml: string): object => {
  const root = readXml(xml);
  const projects = all(root, 'cac:AdditionalDocumentReference').filter((reference) =>
    texts(reference, 'cbc:DocumentTypeCode').includes('50'),
  );
  return {
    day: texts(root, 'cac:Delivery/cbc:ActualDeliveryDate'),
    from: texts(root, 'cac:InvoicePeriod/cbc:StartDate'),
    to: texts(root, 'cac:InvoicePeriod/cbc:EndDate'),
    order: texts(root, 'cac:OrderReference/cbc:ID'),
    contract: texts(root, 'cac:ContractDocumentReference/cbc:ID'),
    buyer: texts(root, 'cbc:BuyerReference'),
    project: [
      ...texts(root, 'cac:ProjectReference/cbc:ID'),
      ...projects.flatMap((reference) => texts(reference, 'cbc:ID')),
    ],
    profile: texts(root, 'cbc:CustomizationID'),
  };
};

/** Bases and taxes of all notes, by rate, beside those of the invoice. */
const sumsOf = ({ document, notes }: Account) =>
  document.breakdown.map(({ category, rate, base, amount }) => {
    const rows = notes.flatMap(({ content }) =>
      content.tax_breakdown.filter((row) => row.category === category && decimal(row.rate).eq(rate)),
    );
    const sum = (of: 'base' | 'amount'): string => toText(sumOf(rows.map((row) => decimal(row[of]))));
    return { invoice: [amountText(base), amountText(amount)], notes: [sum('base'), sum('amount')] };
  });

interface Tally {
  notes: number;
  refused: number;
  missed: number;
  rounded: number;
}

const creditInParts = async (random: Random, side: Side, tally: Tally): Promise<void> => {
  const document = randomFiled(random, side);
  if (document === undefined || regimeOf(side).validate(document).some(isError)) return;
  let account = openAccount(document);
  const gross = grossOf(document, account.invoice);
  if (gross <= 0 || document.total.minor < 0) return;
  const supply = side === 'MX' ? {} : supplyOf(await buildChecked(document, 'F'));
  const parts = random.int(0, 6);
  let rest = 0;
  for (let part = 0; leftOf(account) > rest; part += 1) {
    const isLast = part >= parts;
    const request = isLast ? randomRest(random, account) : randomPart(random, account);
    const what = `${side} part ${part}: ${JSON.stringify(request)}`;
    try {
      const { planned, note, account: after } = credit(account, request);
      const xml = await buildChecked(note, 'G');
      if (side !== 'MX') {
        assert.deepEqual(supplyOf(xml), supply, what);
        assert.deepEqual(
          [chooseDelivery(note).channel, chooseDelivery(note).format],
          [chooseDelivery(document).channel, chooseDelivery(document).format],
        );
      }
      const codes = planned.remarks.map(({ code }) => code);
      if (request.amount !== undefined && !codes.includes('credit_amount_missed') && !planned.content.whole)
        assert.equal(amountText(planned.total), toText(decimal(String(request.amount))), what);
      tally.notes += 1;
      tally.missed += codes.includes('credit_amount_missed') ? 1 : 0;
      account = after;
      if (planned.content.whole) rest = leftOf(after);
      assert.equal(codes.includes('credit_leaves_rounding'), rest > 0, what);
      if (isLast) assert.ok(planned.content.whole, what);
    } catch (error) {
      if (isLast) throw new Error(what, { cause: error });
      refusalOf(error);
      tally.refused += 1;
    }
    assert.ok(leftOf(account) >= 0, what);
  }
  tally.rounded += rest > 0 ? 1 : 0;
  // Where the last note may carry it, nothing at all is left; elsewhere no more than rounding, which is named.
  assert.ok(rest <= (side === 'MX' ? 2 * account.notes.length : 0), `${side}: ${rest} is left`);
  // In yen a tax may not differ so much; there a base takes the unit, and the sum is the same.
  if (side !== 'MX' && document.currency !== 'JPY')
    for (const { invoice, notes } of sumsOf(account)) assert.deepEqual(notes, invoice);
};

test(`${INVOICES} invoices of each country, credited in parts until nothing is left`, async (t) => {
  const tally = { notes: 0, refused: 0, missed: 0, rounded: 0 };
  for (const side of SIDES)
    for (let index = 0; index < INVOICES; index += 1) {
      const seed = SEED + index;
      await creditInParts(randomOf(seed), side, tally).catch((fault: unknown) => {
        throw new Error(`invoice ${index} of ${side}; SEED=${seed} begins with it`, { cause: fault });
      });
    }
  t.diagnostic(JSON.stringify(tally));
  assert.ok(tally.notes >= INVOICES * SIDES.length);
});

const line = (
  quantity: number,
  unit_price: number,
  country_details: Readonly<Record<string, unknown>>,
  more: object = {},
) => ({
  description: 'x',
  quantity,
  unit_price,
  country_details,
  ...more,
});

const SODA = { sat_product_code: '50202306', sat_unit_code: 'LTR' };

const creditAll = (account: Account, requests: readonly Parameters<typeof credit>[1][]): Account =>
  requests.reduce((before, request) => credit(before, request).account, account);

test('what is left of a charge is returned, though all lines are', () => {
  const lines = [line(1, 2.146, {}), line(3, 0.003, { tax_rate: 7 })];
  const document = documentOf({
    seller: SELLERS.DE,
    customer: CUSTOMERS.DE,
    currency: 'KWD',
    rate: '2.80123456',
    day: '2026-11-03',
    lines,
    more: { charges: [{ percent: 150, reason: 'Fracht' }] },
  });
  const account = creditAll(openAccount(document), [
    {
      lines: [
        { line: 1, quantity: 0.931368 },
        { line: 2, quantity: 0.000001 },
      ],
    },
    { lines: [{ line: 1, quantity: 0.05 }] },
    { lines: [{ line: 1, amount: 0.09 }], reason: 'discount' },
    { amount: 0.01 },
  ]);
  assert.equal(leftOf(account), 20);
  const { planned, account: after } = credit(account, { reason: 'return' });
  assert.deepEqual([planned.total.minor, planned.content.whole, leftOf(after)], [20, true, 0]);
});

test('a note of nothing is refused, and rounding that no note can carry is named', () => {
  const document = documentOf({
    seller: SELLERS.AU,
    customer: CUSTOMERS.AU,
    currency: 'AUD',
    day: '2026-11-03',
    lines: [
      line(0.333333, 0.15, {}, { discount: { percent: 100 } }),
      line(3, 0.0274, { tax_rate: 0 }),
      line(1, 0.16, {}),
      line(7, 36.85, {}, { discount: { percent: 50 } }),
    ],
    more: {},
  });
  const told = (account: Account, request: Parameters<typeof credit>[1]): object => {
    try {
      return credit(account, request);
    } catch (error) {
      const { message, details, hint } = refusalOf(error);
      return { message, path: details['path'], hint };
    }
  };
  assert.deepEqual(told(openAccount(document), { lines: [{ line: 1 }] }), {
    message: 'What is given of F-1 comes to 0 AUD, so there is nothing to credit.',
    path: 'lines',
    hint: 'Name lines that cost something and more of them, or leave lines out for all that is left.',
  });
  const account = creditAll(openAccount(document), [
    { lines: [{ line: 4, quantity: 7 }] },
    { amount: 0.23 },
    { amount: 0.01 },
  ]);
  for (const request of [{}, { amount: 0.01 }, { reason: 'discount' }] as const)
    assert.deepEqual(told(account, request), {
      message: 'All lines of F-1 are credited; only 0.01 AUD of rounding is left.',
      path: 'invoice_id',
      hint: 'Nothing more of this invoice can be credited.',
    });
});

test('of a very small part of a line with a quota, the tax has the least base that there is', async () => {
  const soda = (quota: number, base_quantity: number) =>
    line(40, 20_000, { ...SODA, excise: { quota, base_quantity } });
  const document = mexicanDocument({
    about: 'soda',
    facts: { series: 'F', number: '1', issued_at: '2026-11-03T12:00:00Z' },
    lines: [soda(3.0818, 10.5), soda(1.5, 0.25), line(1, 100, SODA)],
  });
  const tiny = { line: 1, quantity: 0.000001 };
  const requests = [
    { lines: [tiny] },
    { lines: [tiny, { line: 2, quantity: 0.000001 }, { line: 3 }] },
    { lines: [{ line: 2, amount: 0.01 }], reason: 'discount' },
    { amount: 0.01 },
    { reason: 'return' },
  ] as const;
  let account = openAccount(document);
  const bases: string[][] = [];
  for (const request of requests) {
    const { note, account: after } = credit(account, request);
    await buildChecked(note, 'G');
    const taxes = note.lines.flatMap((each) => each.taxes.filter(({ factor }) => factor === 'quota'));
    bases.push(taxes.map(({ base }) => toText(base)));
    account = after;
  }
  assert.deepEqual(bases, [
    ['0.000001'],
    ['0.000001', '0.000001'],
    ['0.000001'],
    ['0.000001', '0.000001'],
    ['10.499999', '0.25'],
  ]);
  assert.ok(leftOf(account) <= 2 * requests.length, String(leftOf(account)));
});
