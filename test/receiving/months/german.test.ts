// A month of a German company by files only, in whichever order they come: e-invoices, a credit note, duplicates of three
// kinds, a changed account, and payments of its bank with a discount. After each of them the books equal a model.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from '../../../src/receiving/read.ts';
import { type Random, randomOf } from '../../property/random.ts';
import { longDose, seedOf } from '../../support/dose.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { checkStates } from '../../support/trail-states.ts';
import type { Meant } from '../en16931/meant.ts';
import { percentOf } from '../en16931/meant.ts';
import {
  ANA,
  type BankLine,
  cents,
  check,
  checkSuppliers,
  type Company,
  openCompany,
  reconcile,
  rulesOf,
} from './company.ts';
import {
  ciiOf,
  creditOn,
  DISCOUNT,
  drawBill,
  fileOf,
  ibanOf,
  pdfWith,
  type Supplier,
  xmlOf,
} from './german-papers.ts';
import { type Model, newModel } from './model.ts';
import { shuffled } from './order.ts';

const SEED = seedOf(import.meta.filename);
const NOW = new Date('2026-11-28T18:00:00Z');

let service: TestService;
before(async () => {
  service = await startTestService({ read: ({ bytes }) => readFile(bytes) });
  service.setNow(NOW);
  const who = [`--email=${ANA}`, '--name=Ana', '--role=administrator'];
  const { admin } = await openCompany(service, 'DE', NOW);
  await admin('member', 'add', `--org=${service.organisation_id}`, ...who);
});
after(() => service.close());

interface World {
  readonly company: Company;
  readonly model: Model;
  readonly random: Random;
}

/** A bill that arrives, with what a key may do about it. */
const billComes =
  (
    { company, model }: World,
    { meant, bytes }: { meant: Meant; bytes: Buffer },
    copies: 'file' | 'number' | 'pair' | null,
  ) =>
  async (): Promise<void> => {
    const { number } = meant;
    const isSecond = model.has(number);
    const got = await company.receive(bytes, `${number}.bin`);
    assert.equal(got.already, isSecond && copies === 'file');
    assert.deepEqual([got.kind, got.number, cents(got.amount_due ?? 0)], ['bill', number, meant.owed]);
    if (isSecond) return secondComes(company, got, copies);
    assert.deepEqual([got.status, rulesOf(got)], ['needs_review', []]);
    await company.book(got.id);
    model.bill(number, { supplier: meant.seller.name, currency: 'EUR', cents: meant.owed });
  };

/** It adds nothing. */
const secondComes = async (
  company: Company,
  got: Awaited<ReturnType<Company['receive']>>,
  copies: 'file' | 'number' | 'pair' | null,
): Promise<void> => {
  const told = { file: [], pair: ['same_document'], number: ['probable_duplicate'] } as const;
  assert.ok(copies !== null, `${got.number} came twice`);
  assert.deepEqual([copies, rulesOf(got)], [copies, told[copies]]);
  if (copies !== 'number') return assert.equal(got.status, 'booked');
  assert.match(await company.blocked(got.id), /probable_duplicate/);
  await company.client().reject_received_document({ received_document_id: got.id, reason: 'Came twice' });
};

/** Of another account than the supplier's: a person looks, and books it. */
const changedComes =
  ({ company, model }: World, { meant, bytes }: { meant: Meant; bytes: Buffer }) =>
  async (): Promise<void> => {
    const got = await company.receive(bytes, 'neue-Bank.bin');
    assert.deepEqual([got.status, rulesOf(got)], ['needs_review', ['iban_changed']]);
    assert.match(await company.blocked(got.id), /iban_changed/);
    await check(service, company, model, 'nothing is owed to a changed account before a person said so');
    await company.admin('inbox', 'book', got.id, `--by=${ANA}`, '--despite-issues');
    model.bill(meant.number, { supplier: meant.seller.name, currency: 'EUR', cents: meant.owed });
  };

const noteComes =
  ({ company, model }: World, { meant, bytes }: { meant: Meant; bytes: Buffer }) =>
  async (): Promise<void> => {
    const [[number] = ['']] = meant.prior;
    const got = await company.receive(bytes, `${meant.number}.bin`);
    assert.deepEqual([got.kind, rulesOf(got)], ['bill_credit_note', []]);
    await company.book(got.id);
    model.credits(number, meant.number, { supplier: meant.seller.name, currency: 'EUR', cents: meant.owed });
  };

const supplierOf = (seed: number, at: number): Supplier => ({
  name: ['Nordlicht Energie GmbH', 'Ærø Fiskeri A/S', 'Söhne & Co. KG', 'Žižka Schrauben s.r.o.'][at] ?? '',
  vatId: `DE${200_000_000 + ((seed * 7 + at) % 700_000_000)}`,
  iban: ibanOf((seed % 1_000_000) * 10 + at),
});

const lineFor = (
  { number, seller, iban, owed }: Meant,
  day: string,
  part: number = owed,
  more = '',
): BankLine => ({
  day,
  cents: part,
  text: `${number}${more} ${seller.name}`,
  payee: seller.name,
  account: iban ?? '',
  pays: number,
});

interface Month {
  readonly bills: readonly Meant[];
  readonly note: Meant;
  readonly deeds: readonly (() => Promise<void>)[];
  readonly lines: readonly BankLine[];
  readonly discounted: Meant;
}

const drawMonth = (world: World, suppliers: readonly Supplier[], seed: number): Month => {
  const { random } = world;
  let count = 0;
  const draw = (at: number, more: Partial<Parameters<typeof drawBill>[1]> = {}): Meant => {
    count += 1;
    const supplier = suppliers[at % suppliers.length] ?? supplierOf(seed, 0);
    const day = `2026-11-${String(random.int(1, 9)).padStart(2, '0')}`;
    return drawBill(random, { supplier, number: `RE-${seed % 1000}-${1000 + count}`, day, ...more });
  };
  const plain = [draw(0), draw(1), draw(2), draw(3)];
  const discounted = draw(1, { isDiscounted: true });
  const credited = draw(2, { isUnpaid: true });
  const changed = draw(0, { iban: ibanOf(999_000_000 + (seed % 1000)) });
  const [repeated, renumbered, paired] = [draw(3), draw(1), draw(2)];
  const note = creditOn(credited, `GS-${seed % 1000}`, '2026-11-12');
  const made = (meant: Meant) => ({ meant, bytes: fileOf(random, meant) });
  const [file, xml] = [made(repeated), ciiOf(random, paired)];
  const deeds = [
    ...[...plain, discounted, credited].map((meant) => billComes(world, made(meant), null)),
    changedComes(world, { meant: changed, bytes: made(changed).bytes }),
    noteComes(world, { meant: note, bytes: xmlOf(random, note) }),
    billComes(world, file, 'file'),
    billComes(world, file, 'file'),
    billComes(world, { meant: renumbered, bytes: xmlOf(random, renumbered) }, 'number'),
    billComes(
      world,
      { meant: renumbered, bytes: xmlOf(random, { ...renumbered, notes: ['Zweitschrift'] }) },
      'number',
    ),
    billComes(world, { meant: paired, bytes: xml }, 'pair'),
    billComes(world, { meant: paired, bytes: pdfWith(xml) }, 'pair'),
  ];
  const [first, second, third] = plain;
  const half = Math.trunc((first?.owed ?? 0) / 2);
  const lines = [
    ...(first === undefined
      ? []
      : [
          lineFor(first, '2026-11-10', half, ' Rate 1'),
          lineFor(first, '2026-11-20', first.owed - half, ' Rate 2'),
        ]),
    ...[second, third].flatMap((each) => (each === undefined ? [] : [lineFor(each, '2026-11-18')])),
    lineFor(discounted, '2026-11-12', discounted.owed - percentOf(discounted.owed, DISCOUNT)),
    lineFor(credited, '2026-11-21', credited.owed - note.owed),
    lineFor(changed, '2026-11-25'),
    lineFor(renumbered, '2026-11-16'),
  ];
  return {
    bills: [...plain, discounted, credited, changed, repeated, renumbered, paired],
    note,
    deeds,
    lines,
    discounted,
  };
};

interface TaxStated {
  readonly category: string | null;
  readonly rate: number | null;
  readonly base: number | null;
  readonly amount: number | null;
}

const addTax = (
  sums: Map<string, readonly [number, number]>,
  key: string,
  base: number,
  tax: number,
): void => {
  const [bases, taxes] = sums.get(key) ?? [0, 0];
  sums.set(key, [bases + base, taxes + tax]);
};

/** Bases and taxes by category and rate, of bills less those of the credit note. */
const checkTaxes = async ({ company }: World, { bills, note, discounted }: Month): Promise<void> => {
  const [meant, stated, ofLines] = [
    new Map<string, readonly [number, number]>(),
    new Map<string, readonly [number, number]>(),
    new Map<string, readonly [number, number]>(),
  ];
  for (const [sign, each] of [...bills.map((bill) => [1, bill] as const), [-1, note] as const])
    for (const { tax, base, cents: amount } of each.groups)
      addTax(meant, `${tax.category} ${Number(tax.rate ?? 0)}`, sign * base, sign * amount);
  const read = (sums: typeof stated, sign: number, taxes: readonly TaxStated[]): void => {
    for (const { category, rate, base, amount } of taxes)
      addTax(sums, `${category} ${rate ?? 0}`, sign * cents(base ?? 0), sign * cents(amount ?? 0));
  };
  const each = async (
    sign: number,
    record: Pick<Awaited<ReturnType<Company['billOf']>>, 'terms' | 'line_items'>,
  ) => {
    read(stated, sign, record.terms.taxes ?? []);
    for (const { taxes = [] } of record.line_items) read(ofLines, sign, taxes);
    for (const { charge, amount, tax } of record.terms.adjustments ?? [])
      if (tax !== null) read(ofLines, charge ? sign : -sign, [{ ...tax, base: amount }]);
  };
  for (const { number } of bills) await each(1, await company.billOf(number));
  const client = company.client();
  const { data } = await client.list_bill_credit_notes({});
  for (const { id } of data) await each(-1, await client.get_bill_credit_note({ bill_credit_note_id: id }));
  const sorted = (sums: typeof stated) => [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1));
  assert.deepEqual(sorted(stated), sorted(meant), 'taxes by rate');
  const taxOf = (sums: typeof stated) => sorted(sums).map(([key, [, tax]]) => [key, tax]);
  assert.deepEqual(taxOf(ofLines), taxOf(meant), 'taxes of lines by rate');
  await checkDiscount(company, discounted);
};

/** What the discount takes off each rate is its share, to the cent. */
const checkDiscount = async (company: Company, bill: Meant): Promise<void> => {
  const { currencies } = await company.client().generate_ledger({ type: 'ap' });
  const found = (currencies ?? []).flatMap(({ entries }) =>
    entries.flatMap(({ difference }) => difference ?? []),
  );
  assert.deepEqual(
    found.map(({ cause, amount }) => [cause, cents(amount)]),
    [['early_payment_discount', percentOf(bill.owed, DISCOUNT)]],
  );
  const taxes = found[0]?.taxes ?? [];
  assert.equal(taxes.length, bill.groups.length);
  for (const { tax, base, cents: amount } of bill.groups) {
    const row = taxes.find(({ rate }) => rate === Number(tax.rate));
    assert.ok(Math.abs(cents(row?.base ?? 0) - percentOf(base, DISCOUNT)) <= 1);
    assert.ok(Math.abs(cents(row?.tax_amount ?? 0) - percentOf(amount, DISCOUNT)) <= 1);
  }
  const sum = taxes.reduce((all, row) => all + cents(row.base) + cents(row.tax_amount), 0);
  assert.equal(sum, percentOf(bill.owed, DISCOUNT));
};

const liveMonth = async (seed: number): Promise<void> => {
  const company = await openCompany(service, 'DE', NOW);
  const world: World = { company, model: newModel(), random: randomOf(seed) };
  const { model, random } = world;
  const suppliers = [0, 1, 2, 3].map((at) => supplierOf(seed, at));
  const [known] = suppliers;
  assert.ok(known);
  const client = company.client();
  const { id } = await client.create_counterparty({
    name: known.name,
    is_supplier: true,
    country_details: { vat_id: known.vatId, street: 'Hafen 1', city: 'Kiel' },
    postal_code: '24103',
  });
  await client.create_counterparty_alias({ counterparty_id: id, kind: 'account', value: known.iban });
  const month = drawMonth(world, suppliers, seed);
  const account = await company.account('EUR');
  const byDay = month.lines.toSorted((left, right) => (left.day < right.day ? -1 : 1));
  const imported = new Set<string>();
  const pay = async (): Promise<void> => {
    if (imported.size === 0) return;
    for (const text of (await reconcile(company, account, byDay, model.has)).keys()) {
      const line = byDay.find((each) => each.text === text);
      const { number, owed } = month.discounted;
      if (line !== undefined) model.pays(line.pays, text, line.pays === number ? owed : line.cents);
    }
  };
  // Two statements that overlap.
  const statement = (lines: readonly BankLine[], name: string) => async () => {
    const fresh = lines.filter(({ text }) => !imported.has(text));
    assert.equal(await company.importLines(account, lines, name), fresh.length);
    for (const { text } of fresh) imported.add(text);
    await pay();
  };
  const deeds = shuffled(random, [
    ...month.deeds,
    statement(byDay.slice(0, 5), 'a.csv'),
    statement(byDay.slice(3), 'b.csv'),
  ]);
  for (const [at, deed] of deeds.entries()) {
    await deed();
    if (random.chance(0.2)) await pay();
    await check(service, company, model, `seed ${seed}, step ${at + 1}`);
  }
  await pay();
  await check(service, company, model, `seed ${seed}, at the end`);
  await checkSuppliers(company, model);
  assert.deepEqual(
    month.bills.filter(({ number }) => model.open(number) !== 0).map(({ number }) => number).length,
    3,
    'one plain bill and two of the duplicates are not paid',
  );
  await checkTaxes(world, month);
  await checkStates(service.database, company.entity);
};

for (let index = 0; index < longDose(1); index += 1)
  test(`month ${index + 1} by files only`, async () => {
    try {
      await liveMonth(SEED + index);
    } catch (fault) {
      throw new Error(`SEED=${SEED + index} begins with it`, { cause: fault });
    }
  });
