// A month of a Mexican company by files only, in whichever order they come: CFDI with retentions, IEPS and dollars, a credit
// note, duplicates, complements, one of which is cancelled, and payments of its bank. After each of them the books equal a model.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { keepHeard } from '../../../src/domain/across/inbox/status-heard.ts';
import { askDue } from '../../../src/domain/documents/sat-status/status.ts';
import { readFile } from '../../../src/receiving/read.ts';
import { type Random, randomOf } from '../../property/random.ts';
import { longDose, seedOf } from '../../support/dose.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { checkStates } from '../../support/trail-states.ts';
import { newRfc } from '../../tools/support.ts';
import { uuidOf } from '../cfdi/writer.ts';
import { moneyText } from '../en16931/meant.ts';
import { type CfdiLine, figuresOf, type Issuer, type ProvenPart, writeProof, writeSold } from './cfdi.ts';
import { type BankLine, cents, check, checkSuppliers, openCompany, reconcile, rulesOf } from './company.ts';
import { checkProofs, checkTaxes, type Month, type Paper, type World } from './mexican-world.ts';
import { newModel } from './model.ts';
import { shuffled } from './order.ts';
import { sandboxSat } from './sat.ts';

const SEED = seedOf(import.meta.filename);
const NOW = new Date('2026-11-28T18:00:00Z');
const RECEIVER = { rfc: 'PRO840423SG8', name: 'PAPELERIA ROBLES', postalCode: '06600' };
const DOLLAR = '18.4523';

let service: TestService;
const ISSUERS: readonly Issuer[] = ['CONSULTORES DEL BAJIO', 'BEBIDAS SELECTAS', 'TRADING DEL NORTE'].map(
  (name) => ({
    rfc: newRfc(),
    name,
  }),
);

before(async () => {
  service = await startTestService({ read: ({ bytes }) => readFile(bytes) });
  service.setNow(NOW);
});
after(() => service.close());

const PLAIN = { ieps: null, isr: null, ivaWithheld: null } as const;
const KINDS = {
  fee: { iva: '16', ieps: null, isr: '10', ivaWithheld: '10.6667' },
  freight: { iva: '16', ieps: null, isr: null, ivaWithheld: '4' },
  goods: { ...PLAIN, iva: '16' },
  drinks: { iva: '16', ieps: '26.5', isr: null, ivaWithheld: null },
  snacks: { iva: '16', ieps: '8', isr: null, ivaWithheld: null },
  food: { ...PLAIN, iva: '0' },
  books: { ...PLAIN, iva: 'exempt' },
  border: { ...PLAIN, iva: '8' },
} as const;
type Kind = keyof typeof KINDS;

const lineOf = (random: Random, kind: Kind): CfdiLine => ({
  net: random.int(50_000, 3_000_000),
  ...KINDS[kind],
});

const ownerOf = ({ issuer, currency }: Paper, amount: number) => ({
  supplier: issuer.name,
  currency,
  cents: amount,
});

const write = (paper: Paper): Promise<Buffer> =>
  writeSold({ type: 'I', receiver: RECEIVER, rate: paper.currency === 'MXN' ? null : DOLLAR, ...paper });

type Copies = 'file' | 'uuid' | 'number' | null;

const billComes =
  ({ company, model }: World, paper: Paper, bytes: Buffer, copies: Copies = null) =>
  async (): Promise<void> => {
    const isSecond = model.has(paper.number);
    const got = await company.receive(bytes, `${paper.number}.xml`);
    assert.equal(got.already, isSecond && copies === 'file');
    assert.deepEqual([got.kind, cents(got.total ?? 0)], ['bill', paper.figures.total]);
    if (!isSecond) {
      assert.deepEqual([got.status, rulesOf(got)], ['needs_review', []]);
      await company.book(got.id);
      model.bill(paper.number, ownerOf(paper, paper.figures.total));
      return;
    }
    assert.ok(copies !== null);
    if (copies === 'file') return;
    const rule = copies === 'uuid' ? 'duplicate_uuid' : 'probable_duplicate';
    assert.deepEqual(rulesOf(got), [rule]);
    assert.match(await company.blocked(got.id), new RegExp(rule));
    await company.client().reject_received_document({ received_document_id: got.id, reason: 'Came twice' });
  };

const noteComes =
  ({ company, model }: World, note: Paper, of: Paper) =>
  async (): Promise<void> => {
    const sold = { ...note, type: 'E', receiver: RECEIVER, rate: null, related: of.uuid } as const;
    const got = await company.receive(await writeSold(sold), `${note.number}.xml`);
    assert.deepEqual([got.kind, rulesOf(got)], ['bill_credit_note', []]);
    await company.book(got.id);
    model.credits(of.number, note.number, ownerOf(note, note.figures.total));
  };

interface Claim {
  readonly line: BankLine;
  readonly part: ProvenPart;
}

const proofComes =
  ({ company, random, proofs }: World, issuer: Issuer, claims: readonly Claim[]) =>
  async (): Promise<void> => {
    const [first] = claims;
    assert.ok(first);
    const uuid = uuidOf(random);
    const bytes = await writeProof({
      issuer,
      receiver: RECEIVER,
      uuid,
      day: first.line.day,
      currency: first.part.currency,
      rate: first.part.currency === 'MXN' ? '1' : DOLLAR,
      amount: claims.reduce((all, { part }) => all + part.paid, 0),
      parts: claims.map(({ part }) => part),
    });
    const got = await company.receive(bytes, `pago-${uuid.slice(0, 8)}.xml`);
    assert.equal(got.kind, 'payment_proof');
    for (const { line } of claims) proofs.set(line.text, uuid.toLowerCase());
  };

const lineFor = ({ number, issuer }: Paper, day: string, part: number, more = ''): BankLine => ({
  day,
  cents: part,
  text: `SPEI A ${number}${more} ${issuer.name}`,
  payee: issuer.name,
  account: '',
  pays: number,
});

const claimOf = (paper: Paper, line: BankLine, instalment: number, before: number): Claim => ({
  line,
  part: {
    uuid: paper.uuid,
    number: paper.number,
    currency: paper.currency,
    equivalence: '1',
    instalment,
    before,
    paid: line.cents,
  },
});

const drawMonth = async (world: World, seed: number): Promise<Month> => {
  const { random } = world;
  let count = seed % 10_000;
  const draw = (
    at: number,
    method: Paper['method'],
    kinds: readonly Kind[],
    currency: Paper['currency'] = 'MXN',
  ): Paper => {
    count += 1;
    const lines = kinds.map((kind) => lineOf(random, kind));
    const day = `2026-11-${String(random.int(1, 9)).padStart(2, '0')}`;
    const issuer = ISSUERS[at] ?? assert.fail();
    const number = `${seed % 1000}${count}`;
    return { uuid: uuidOf(random), number, issuer, currency, method, day, lines, figures: figuresOf(lines) };
  };
  const fee = draw(0, 'PUE', ['fee', 'freight']);
  const drinks = draw(1, 'PPD', ['drinks', 'snacks', 'food']);
  const parts = draw(0, 'PPD', ['fee', 'books']);
  const credited = draw(2, 'PPD', ['goods', 'border']);
  const dollars = draw(2, 'PPD', ['goods'], 'USD');
  const second = draw(1, 'PPD', ['goods', 'drinks']);
  const annulled = draw(0, 'PUE', ['goods']);
  const repeated = draw(1, 'PUE', ['snacks']);
  const restamped = draw(2, 'PUE', ['goods']);
  const renumbered = draw(0, 'PUE', ['food']);
  const credit = [
    { ...(credited.lines[0] ?? assert.fail()), net: Math.trunc((credited.lines[0]?.net ?? 0) / 3) },
  ];
  const note: Paper = {
    ...credited,
    uuid: uuidOf(random),
    number: `9${credited.number}`,
    method: 'PUE',
    day: '2026-11-11',
    lines: credit,
    figures: figuresOf(credit),
  };
  const half = Math.trunc(parts.figures.total / 2);
  const left = credited.figures.total - note.figures.total;
  const paid = {
    fee: lineFor(fee, '2026-11-10', fee.figures.total),
    drinks: lineFor(drinks, '2026-11-16', drinks.figures.total),
    second: lineFor(second, '2026-11-16', second.figures.total),
    first: lineFor(parts, '2026-11-12', half, ' PARCIAL 1'),
    rest: lineFor(parts, '2026-11-20', parts.figures.total - half, ' PARCIAL 2'),
    credited: lineFor(credited, '2026-11-21', left),
    dollars: lineFor(dollars, '2026-11-18', dollars.figures.total),
    annulled: lineFor(annulled, '2026-11-13', annulled.figures.total),
  };
  const bytes = await write(repeated);
  const stamped = await write(restamped);
  const deeds = [
    ...(await Promise.all(
      [fee, drinks, parts, credited, dollars, second, annulled].map(async (each) =>
        billComes(world, each, await write(each)),
      ),
    )),
    noteComes(world, note, credited),
    billComes(world, repeated, bytes, 'file'),
    billComes(world, repeated, bytes, 'file'),
    billComes(world, restamped, stamped, 'uuid'),
    billComes(world, restamped, Buffer.concat([stamped, Buffer.from('\n<!-- otra copia -->\n')]), 'uuid'),
    billComes(world, renumbered, await write(renumbered), 'number'),
    billComes(world, renumbered, await write({ ...renumbered, uuid: uuidOf(random) }), 'number'),
    proofComes(world, drinks.issuer, [
      claimOf(drinks, paid.drinks, 1, drinks.figures.total),
      claimOf(second, paid.second, 1, second.figures.total),
    ]),
    proofComes(world, parts.issuer, [claimOf(parts, paid.first, 1, parts.figures.total)]),
    proofComes(world, parts.issuer, [claimOf(parts, paid.rest, 2, parts.figures.total - half)]),
    proofComes(world, credited.issuer, [claimOf(credited, paid.credited, 1, left)]),
    proofComes(world, dollars.issuer, [claimOf(dollars, paid.dollars, 1, dollars.figures.total)]),
  ];
  return {
    bills: [fee, drinks, parts, credited, dollars, second, annulled, repeated, restamped, renumbered],
    note,
    deeds,
    lines: [paid.fee, paid.drinks, paid.second, paid.first, paid.rest, paid.credited, paid.annulled],
    dollars: [paid.dollars],
    cancelled: { bill: annulled, proven: paid.rest },
  };
};

const issuerOf = (bills: readonly Paper[], { pays }: BankLine): string =>
  bills.find(({ number }) => number === pays)?.issuer.rfc ?? '';

/** The SAT's sandbox knows all of them; of these two it says that they were cancelled. */
const cancel = async (
  { company, proofs, cancelled }: World,
  { bills, cancelled: { bill, proven } }: Month,
): Promise<void> => {
  const { database } = service;
  const proof = proofs.get(proven.text) ?? assert.fail();
  const receiver = RECEIVER.rfc;
  const known = [
    ...bills.map(({ uuid, issuer, figures }) => ({
      uuid,
      receiver,
      issuer: issuer.rfc,
      total: moneyText(figures.total),
      isCancelled: uuid === bill.uuid,
    })),
    { uuid: proof, receiver, issuer: issuerOf(bills, proven), total: '0', isCancelled: true },
  ];
  const keep = keepHeard(openBooks(database), () => NOW);
  const ask = sandboxSat(known);
  while ((await askDue({ database, ask, sandbox: true, now: () => NOW, keep }, 50)) > 0);
  cancelled.add(proven.text);
  const { validation, id } = await company.billOf(bill.number);
  assert.deepEqual(
    validation.issues.map(({ rule }) => rule),
    ['sandbox_cancelled'],
  );
  const { data } = await company.client().list_tasks({ taskable_type: 'Bill', limit: 50 });
  assert.equal(
    data.filter(({ taskable_id, title }) => taskable_id === id && title.startsWith('Look at a received CFDI'))
      .length,
    1,
  );
};

const liveMonth = async (seed: number): Promise<void> => {
  const company = await openCompany(service, 'MX', NOW);
  const world: World = {
    company,
    model: newModel(),
    random: randomOf(seed),
    proofs: new Map(),
    cancelled: new Set(),
  };
  const { model, random } = world;
  const month = await drawMonth(world, seed);
  const accounts = [
    { id: await company.account('MXN'), lines: month.lines },
    { id: await company.account('USD'), lines: month.dollars },
  ];
  const imported = new Set<string>();
  const pay = async (): Promise<void> => {
    for (const { id, lines } of accounts) {
      if (!lines.some(({ text }) => imported.has(text))) continue;
      for (const text of (await reconcile(company, id, lines, model.has)).keys()) {
        const line = lines.find((each) => each.text === text);
        if (line !== undefined) model.pays(line.pays, text, line.cents);
      }
    }
  };
  const statements = accounts.map(({ id, lines }) => async () => {
    await company.importLines(id, lines, `${id}.csv`);
    for (const { text } of lines) imported.add(text);
    await pay();
  });
  for (const [at, deed] of shuffled(random, [...month.deeds, ...statements]).entries()) {
    await deed();
    if (random.chance(0.2)) await pay();
    await check(service, company, model, `seed ${seed}, step ${at + 1}`);
  }
  await pay();
  await check(service, company, model, `seed ${seed}, at the end`);
  await checkProofs(world, month);
  await cancel(world, month);
  await check(service, company, model, `seed ${seed}, cancelled`);
  await checkProofs(world, month);
  await checkSuppliers(company, model);
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
