// Random chains of invoices, credit notes and complements of a Mexican supplier, in pesos and in dollars that are paid in pesos,
// in whichever order they come and are paid: after each of them payments, proofs, what is told of them and who is asked equal
// what the papers say by themselves.
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
import { type CfdiLine, figuresOf, writeProof, writeSold } from './cfdi.ts';
import { cents, check, type Company, openCompany, type Received } from './company.ts';
import { type Model, newModel } from './model.ts';
import { shuffled } from './order.ts';
import { sandboxSat } from './sat.ts';

const SEED = seedOf(import.meta.filename);
const NOW = new Date('2026-11-28T18:00:00Z');
const RECEIVER = { rfc: 'PRO840423SG8', name: 'PAPELERIA ROBLES', postalCode: '06600' };
const ISSUER = { rfc: newRfc(), name: 'IMPORTADORA DEL PUERTO' };
/** Further apart than a complement may be from its payment. */
const DAYS = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'] as const;
/** Pesos for a dollar, in ten-thousandths. */
const RATES: Readonly<Record<string, number>> = Object.fromEntries(
  DAYS.map((day, at) => [day, 181_234 + at * 2_917]),
);

let service: TestService;
before(async () => {
  service = await startTestService({ read: ({ bytes }) => readFile(bytes) });
  service.setNow(NOW);
  const { organisation_id, database } = service;
  await database.kysely
    .insertInto('exchange_rate')
    .values(
      DAYS.map((date) => ({
        organisation_id,
        base: 'USD',
        quote: 'MXN',
        date,
        source: 'test',
        rate: ((RATES[date] ?? 0) / 10_000).toFixed(4),
        created_at: '2026-11-01 00:00:00.000',
      })),
    )
    .execute();
});
after(() => service.close());

/** How often the books are looked at between; at the end they always are. */
const LOOKS = 0.4;

/** Half away from zero, of positive numbers. */
const divide = (over: bigint, under: bigint): number => Number((over * 2n + under) / (under * 2n));

interface Part {
  readonly day: string;
  /** What leaves the bank, in pesos where the bill is in dollars. */
  readonly money: number;
  readonly moneyCurrency: string;
  /** What it settles of the bill: by our rate, and by the supplier's. */
  readonly ours: number;
  readonly theirs: number;
  readonly rate: string;
  readonly equivalence: string;
  readonly uuid: string;
  /** As the complement says. */
  readonly before: number;
}

interface Chain {
  readonly uuid: string;
  readonly number: string;
  readonly currency: 'MXN' | 'USD';
  readonly lines: readonly CfdiLine[];
  readonly total: number;
  readonly parts: readonly Part[];
  readonly note: {
    readonly uuid: string;
    readonly number: string;
    readonly lines: readonly CfdiLine[];
    readonly total: number;
  } | null;
}

const line = (net: number): CfdiLine => ({ net, iva: '16', ieps: null, isr: null, ivaWithheld: null });

/** A payment of so much of the bill, as both sides count it. */
const partOf = (random: Random, currency: Chain['currency'], amount: number, day: string) => {
  const rate = RATES[day] ?? 0;
  if (currency === 'MXN')
    return { money: amount, moneyCurrency: 'MXN', ours: amount, theirs: amount, rate: '1', equivalence: '1' };
  if (random.chance(0.3)) {
    const text = (rate / 10_000).toFixed(4);
    return {
      money: amount,
      moneyCurrency: 'USD',
      ours: amount,
      theirs: amount,
      rate: text,
      equivalence: '1',
    };
  }
  const money = divide(BigInt(amount) * BigInt(rate), 10_000n);
  // The supplier's bank has another rate now and then.
  const other = rate + (random.chance(0.5) ? 0 : random.int(1, 900));
  const inverse = divide(10_000n * 10n ** 10n, BigInt(other));
  return {
    money,
    moneyCurrency: 'MXN',
    ours: divide(BigInt(money) * 10_000n, BigInt(rate)),
    theirs: divide(BigInt(money) * BigInt(inverse), 10n ** 10n),
    rate: '1',
    equivalence: (inverse / 1e10).toFixed(10),
  };
};

const drawChain = (random: Random, number: string): Chain => {
  const currency = random.pick(['MXN', 'USD', 'USD'] as const);
  const net = random.int(200_000, 2_000_000);
  const lines = [line(net)];
  const { total } = figuresOf(lines);
  const noteAt = random.pick([0, 1, 2, 9]);
  const noteLines = [line(Math.trunc(net / random.int(6, 12)))];
  const note = {
    uuid: uuidOf(random),
    number: `8${number}`,
    lines: noteLines,
    total: figuresOf(noteLines).total,
  };
  let left = total;
  const parts = DAYS.slice(0, random.int(1, 4)).map((day, at): Part => {
    if (at === noteAt) left -= note.total;
    const part = partOf(random, currency, Math.trunc(total / random.int(5, 9)) + at, day);
    const before = left;
    left -= part.theirs;
    return { day, ...part, uuid: uuidOf(random).toLowerCase(), before };
  });
  return {
    uuid: uuidOf(random),
    number,
    currency,
    lines,
    total,
    parts,
    note: noteAt < parts.length ? note : null,
  };
};

interface World {
  readonly company: Company;
  readonly model: Model;
  /** Of complements that came, by their UUID. */
  readonly came: Map<string, Received['id']>;
  readonly paid: Set<Part>;
  readonly noted: Set<Chain>;
  readonly cancelled: Set<string>;
}

const supplier = (currency: string, amount: number) => ({ supplier: ISSUER.name, currency, cents: amount });

const payDeed =
  ({ company, model, paid }: World, { number, currency }: Chain, part: Part) =>
  async (): Promise<void> => {
    const { id } = await company.billOf(number);
    const { allocations } = await company.client().record_bill_payment({
      bill_id: id,
      amount: part.money / 100,
      currency: part.moneyCurrency,
      paid_on: part.day,
    });
    assert.deepEqual([cents(allocations[0]?.amount ?? 0), allocations[0]?.currency], [part.ours, currency]);
    model.pays(number, part.uuid, part.ours);
    paid.add(part);
  };

const proofDeed =
  ({ company, came }: World, chain: Chain, part: Part, instalment: number) =>
  async (): Promise<void> => {
    const bytes = await writeProof({
      issuer: ISSUER,
      receiver: RECEIVER,
      uuid: part.uuid,
      day: part.day,
      currency: part.moneyCurrency,
      rate: part.rate,
      amount: part.money,
      parts: [
        {
          uuid: chain.uuid,
          number: chain.number,
          currency: chain.currency,
          equivalence: part.equivalence,
          instalment,
          before: part.before,
          paid: part.theirs,
        },
      ],
    });
    came.set(part.uuid, (await company.receive(bytes, `${part.uuid}.xml`)).id);
  };

const soldDeed =
  ({ company, model, noted }: World, chain: Chain, isNote: boolean) =>
  async (): Promise<void> => {
    const { note, currency, number } = chain;
    const sold = isNote && note !== null ? note : chain;
    const bytes = await writeSold({
      type: isNote ? 'E' : 'I',
      issuer: ISSUER,
      receiver: RECEIVER,
      uuid: sold.uuid,
      number: sold.number,
      lines: sold.lines,
      day: '2026-11-01',
      currency,
      rate: currency === 'MXN' ? null : '18.0000',
      method: 'PPD',
      ...(isNote ? { related: chain.uuid } : {}),
    });
    await company.book((await company.receive(bytes, `${sold.number}.xml`)).id);
    if (!isNote) return model.bill(number, supplier(currency, sold.total));
    model.credits(number, sold.number, supplier(currency, sold.total));
    noted.add(chain);
  };

/** What is told of the complement of a part, by what is in the books now. */
const toldOf = (
  { model, paid, noted, came, cancelled }: World,
  chain: Chain,
  part: Part,
  at: number,
): readonly string[] => {
  if (!model.has(chain.number)) return ['proof_bill_unknown'];
  if (!paid.has(part)) return ['proof_payment_missing'];
  const earlier = chain.parts.slice(0, at).filter((one) => paid.has(one));
  const settled = earlier.map((one) =>
    came.has(one.uuid) && !cancelled.has(one.uuid) ? one.theirs : one.ours,
  );
  const most = settled.reduce((left, each) => left - each, chain.total);
  const least = most - (noted.has(chain) ? (chain.note?.total ?? 0) : 0);
  return [
    ...(part.ours === part.theirs ? [] : ['proof_rate_differs']),
    ...(part.before > most || part.before < least ? ['proof_balance_differs'] : []),
    ...(earlier.length === at ? [] : ['proof_instalment_differs']),
  ];
};

const checkProofs = async (world: World, chains: readonly Chain[], what: string): Promise<void> => {
  const { company, model, paid, came, cancelled } = world;
  const client = company.client();
  const { data: tasks } = await client.list_tasks({ taskable_type: 'Bill', limit: 50 });
  for (const chain of chains) {
    const proves = (part: Part): boolean =>
      paid.has(part) && came.has(part.uuid) && !cancelled.has(part.uuid);
    if (model.has(chain.number)) {
      const { id, payments } = await company.billOf(chain.number);
      assert.deepEqual(
        Object.fromEntries(payments.map(({ paid_on, complement_uuid }) => [paid_on, complement_uuid])),
        Object.fromEntries(
          chain.parts
            .filter((part) => paid.has(part))
            .map((part) => [part.day, proves(part) ? part.uuid : undefined]),
        ),
        `${what}: complements of ${chain.number}`,
      );
      const asked = tasks.filter(
        ({ taskable_id, title, status }) =>
          taskable_id === id && title.startsWith('Ask a') && status === 'pending',
      );
      const missing = chain.parts.filter((part) => paid.has(part) && !proves(part));
      assert.equal(asked.length, missing.length, `${what}: who is asked about ${chain.number}`);
    }
    for (const [at, part] of chain.parts.entries()) {
      const received_document_id = came.get(part.uuid);
      if (received_document_id === undefined) continue;
      const { issues } = await client.get_received_document({ received_document_id });
      assert.deepEqual(
        issues.map(({ rule }) => rule).filter((rule) => rule.startsWith('proof_')),
        cancelled.has(part.uuid) ? [] : toldOf(world, chain, part, at),
        `${what}: complement ${at + 1} of ${chain.number}`,
      );
    }
  }
};

/** The SAT's sandbox says that one complement was cancelled. */
const cancelDeed = (world: World, part: Part) => async (): Promise<void> => {
  const { database } = service;
  const facts = { issuer: ISSUER.rfc, receiver: RECEIVER.rfc, total: '0' };
  const ask = sandboxSat([{ ...facts, uuid: part.uuid, isCancelled: true }]);
  const keep = keepHeard(openBooks(database), () => NOW);
  while ((await askDue({ database, ask, sandbox: true, now: () => NOW, keep }, 50)) > 0);
  world.cancelled.add(part.uuid);
};

const liveChains = async (seed: number): Promise<void> => {
  const random = randomOf(seed);
  const company = await openCompany(service, 'MX', NOW);
  const world: World = {
    company,
    model: newModel(),
    came: new Map(),
    paid: new Set(),
    noted: new Set(),
    cancelled: new Set(),
  };
  const chains = [1, 2].map((at) => drawChain(random, `${seed % 1000}${at}`));
  const deeds = chains.flatMap((chain) => [
    { chain, needs: false, does: soldDeed(world, chain, false) },
    ...(chain.note === null ? [] : [{ chain, needs: false, does: soldDeed(world, chain, true) }]),
    ...chain.parts.flatMap((part, at) => [
      { chain, needs: true, does: payDeed(world, chain, part) },
      { chain, needs: false, does: proofDeed(world, chain, part, at + 1) },
    ]),
  ]);
  const looks = randomOf(seed + 1);
  let waiting = shuffled(random, deeds);
  for (let step = 1; waiting.length > 0; step += 1) {
    // Nobody pays a bill that is not in the books.
    const next = waiting.find(({ chain, needs }) => !needs || world.model.has(chain.number));
    assert.ok(next);
    waiting = waiting.filter((each) => each !== next);
    await next.does();
    if (!looks.chance(LOOKS) && waiting.length > 0) continue;
    await check(service, company, world.model, `step ${step}`);
    await checkProofs(world, chains, `step ${step}`);
  }
  await cancelDeed(world, random.pick(random.pick(chains).parts))();
  await check(service, company, world.model, 'cancelled');
  await checkProofs(world, chains, 'cancelled');
  await checkStates(service.database, company.entity);
};

for (let index = 0; index < longDose(1); index += 1)
  test(`chains of I, P and E, ${index + 1}`, async () => {
    try {
      await liveChains(SEED + index);
    } catch (fault) {
      throw new Error(`SEED=${SEED + index} begins with it`, { cause: fault });
    }
  });
