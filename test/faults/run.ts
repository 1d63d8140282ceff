// Files many invoices, credit notes and payment complements through workers that are killed between any two steps and providers whose replies get lost, with
// every approval given twice at once; then looks at what the provider, the books and the numbers say.
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { administrator, approveRequest } from '../../src/domain/filing/approval/decide.ts';
import { getEntity } from '../../src/domain/entities/store.ts';
import { type EntityChange, newAct } from '../../src/domain/change/change.ts';
import { ANA, type Office, openOffice, type Side, upTo } from '../support/office.ts';
import { randomOf } from '../property/random.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { type Kill, KILLS, type Orders } from './orders.ts';
import { openBooks } from '../../src/domain/books/books.ts';

export interface FaultReport {
  readonly invoices: number;
  readonly credit_notes: number;
  readonly complements: number;
  readonly filed: number;
  readonly failed: number;
  /** How often a worker was killed at each place. */
  readonly kills: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly seconds: number;
}

interface Made {
  readonly side: Side;
  readonly id: string;
}

/** Workers at a time. */
const WORKERS = 2;
/** Approvals that are given before the next ones wait. */
const AHEAD = 30;
const MS_PER_INVOICE = 6_000;

export const runFaults = async (invoices: number, seed: number): Promise<FaultReport> => {
  const service = await startTestService();
  const dataDir = mkdtempSync(join(tmpdir(), 'folio-faults-'));
  const crew = createCrew(service.databaseUrl, dataDir, seed);
  const begun = performance.now();
  try {
    const office = await openOffice(service);
    crew.start();
    const made = await makeAll(office, invoices, seed);
    await allSettled(service, 60_000 + invoices * MS_PER_INVOICE);
    const notes = await creditSome(office, seed);
    await allSettled(service, 60_000 + invoices * MS_PER_INVOICE);
    const complements = await paySome(office, seed);
    crew.spareThem();
    await allSettled(service, 60_000 + invoices * MS_PER_INVOICE);
    await crew.stop();
    const counts = await check(office, made, notes, complements);
    const seconds = Math.round((performance.now() - begun) / 1000);
    return {
      invoices,
      credit_notes: notes.length,
      complements: complements.length,
      ...counts,
      kills: crew.kills,
      faults: crew.faults,
      seconds,
    };
  } finally {
    await crew.stop();
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Two workers at any time: one that ended is followed by the next, which ends somewhere else. */
const createCrew = (database: string, dataDir: string, seed: number) => {
  const random = randomOf(seed);
  const alive = new Set<ChildProcess>();
  const kills: Record<string, number> = {};
  const faults: Record<string, number> = {};
  let started = 0;
  let sparing = false;
  let stopping = false;

  const begin = (): void => {
    if (stopping) return;
    started += 1;
    const kill: Kill | null = sparing ? null : (KILLS[started % KILLS.length] ?? null);
    const orders: Orders = {
      database,
      dataDir,
      seed: seed + started,
      kill,
      killAt: random.int(1, 9),
      faultShare: sparing ? 0 : 0.4,
    };
    const extension = extname(import.meta.filename);
    const child = fork(join(import.meta.dirname, `child${extension}`), [JSON.stringify(orders)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    alive.add(child);
    child.on('message', (message: { readonly fault?: string }) => {
      if (message.fault !== undefined) faults[message.fault] = (faults[message.fault] ?? 0) + 1;
    });
    child.once('exit', (_code, signal) => {
      alive.delete(child);
      if (signal === 'SIGKILL' && kill !== null && !stopping) kills[kill] = (kills[kill] ?? 0) + 1;
      begin();
    });
  };

  return {
    kills,
    faults,
    start: () => upTo(WORKERS).forEach(begin),
    /** From now on nobody is killed: what is left must come to its end. */
    spareThem: () => {
      sparing = true;
    },
    stop: async (): Promise<void> => {
      stopping = true;
      const ended = [...alive].map(
        (child) => new Promise<void>((resolve) => child.once('exit', () => resolve())),
      );
      for (const child of alive) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
};

/** Mexican and German ones, some of which the provider refuses, and some of whose first replies get lost for sure. */
const makeAll = async (office: Office, invoices: number, seed: number): Promise<Made[]> => {
  const random = randomOf(seed ^ 0x5eed);
  const refused = await addMexicanCustomer(office.service, 'SANDBOX REJECT');
  const lost = await addMexicanCustomer(office.service, 'SANDBOX REPLY LOST');
  const made: Made[] = [];
  for (let index = 0; index < invoices; index += 1) {
    const side: Side = random.chance(0.3) ? 'de' : 'mx';
    const buyer = random.next();
    const special = side === 'de' || buyer > 0.2 ? {} : { counterparty_id: buyer < 0.08 ? refused : lost };
    const id = await office.draft(side, {
      ...special,
      ...(side === 'mx' && random.chance(0.5) ? { country_details: { payment_method: 'PPD' } } : {}),
      line_items: [{ description: `Servicio ${index}`, unit_price: random.int(1, 90_000) / 100 }],
    });
    const { approval_request_id } = await office.submit(side, id);
    await approveTwice(office, side, approval_request_id);
    made.push({ side, id });
    while ((await openCount(office.service)) > AHEAD) await pause(50);
  }
  return made;
};

/** A part or all of every third filed invoice, by two notes at once where they do not fit together. */
const creditSome = async (office: Office, seed: number): Promise<Made[]> => {
  const random = randomOf(seed ^ 0xc4ed17);
  const { kysely } = office.service.database;
  const filed = await kysely
    .selectFrom('invoice')
    .select(['id', 'entity_id', 'total_minor'])
    .where('status', '=', 'filed')
    .execute();
  const made: Made[] = [];
  for (const { id, entity_id, total_minor } of filed) {
    if (!random.chance(0.35)) continue;
    const side: Side = entity_id === office.service.entities.mx ? 'mx' : 'de';
    const part = Math.max(1, Math.floor(total_minor * 0.6)) / 100;
    const amounts = random.pick([[], [part], [part, part]]).map((amount) => ['--amount', String(amount)]);
    for (const options of amounts.length === 0 ? [[]] : amounts) {
      const draft = await office.admin.json('invoice', 'credit', id, `--by=${ANA}`, ...options);
      await approveTwice(office, side, draft.approval_id);
      made.push({ side, id: draft.id });
    }
    while ((await openCount(office.service)) > AHEAD) await pause(50);
  }
  return made;
};

/** Two payments of each open PPD invoice. */
const paySome = async (office: Office, seed: number): Promise<Made[]> => {
  const random = randomOf(seed ^ 0x9a1d);
  const { service } = office;
  const { kysely } = service.database;
  const open = await kysely
    .selectFrom('invoice')
    .select(['id', 'balance_minor', 'country_details'])
    .where('status', '=', 'filed')
    .where('balance_minor', '>', 200)
    .execute();
  for (const { id, balance_minor, country_details } of open) {
    if (country_details['payment_method'] !== 'PPD') continue;
    const part = random.int(100, balance_minor - 100) / 100;
    await callLoosely(service, 'mx', 'record_invoice_payment', { invoice_id: id, amount: part });
    await callLoosely(service, 'mx', 'record_invoice_payment', { invoice_id: id });
  }
  const drafts = await kysely.selectFrom('complement').select(['id', 'filing']).execute();
  for (const { id, filing } of drafts) {
    const { approval } = filing as { approval?: { id: string } };
    assert.ok(approval, `${id} asks for its approval`);
    await approveTwice(office, 'mx', approval.id);
    while ((await openCount(service)) > AHEAD) await pause(50);
  }
  return drafts.map(({ id }) => ({ side: 'mx', id }));
};

/** By two at once, as when a person clicks twice. */
const approveTwice = async ({ service }: Office, side: Side, request: string): Promise<void> => {
  const { database } = service;
  const entity = await getEntity(database.reader, service.entities[side]);
  const member = await administrator(database.reader, entity, ANA);
  const approve = () =>
    openBooks(database).change(
      entity,
      newAct({ type: 'member', id: member.id }, 'approval approve', { request }, new Date()),
      (ctx: EntityChange) => approveRequest(ctx, request, member),
    );
  const decided = await Promise.all([approve(), approve()]);
  for (const { result } of decided) assert.equal(result.refusal, null);
};

const openCount = async ({ database }: TestService): Promise<number> => {
  const row = await database.kysely
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('open', '=', true)
    .where('kind', '=', 'file')
    .executeTakeFirstOrThrow();
  return row.count;
};

const allSettled = async (service: TestService, withinMs: number): Promise<void> => {
  const end = performance.now() + withinMs;
  while ((await openCount(service)) > 0) {
    if (performance.now() > end) {
      const left = await service.database.kysely
        .selectFrom('outbox')
        .select(['document_id', 'state', 'attempts', 'last_reason'])
        .where('open', '=', true)
        .where('kind', '=', 'file')
        .execute();
      assert.fail(`not filed within ${withinMs} ms: ${JSON.stringify(left.slice(0, 5))}`);
    }
    await pause(100);
  }
};

interface Row {
  readonly id: string;
  readonly entity_id: string;
  readonly status: string;
  readonly filing_status: string;
  readonly series: string | null;
  readonly number: string | null;
  readonly filing: { readonly uuid?: string; readonly last_error?: object | null };
}

const check = async (
  office: Office,
  made: readonly Made[],
  drafted: readonly Made[],
  complemented: readonly Made[],
): Promise<{ filed: number; failed: number }> => {
  const { service } = office;
  const { kysely } = service.database;
  const rows = (await kysely
    .selectFrom('invoice')
    .select(['id', 'entity_id', 'status', 'filing_status', 'series', 'number', 'filing'])
    .execute()) as Row[];
  assert.equal(rows.length, made.length);
  const notes = (await kysely
    .selectFrom('credit_note')
    .select(['id', 'entity_id', 'status', 'filing_status', 'series', 'number', 'filing'])
    .execute()) as Row[];
  assert.equal(notes.length, drafted.length);
  const complements = (await kysely
    .selectFrom('complement')
    .select(['id', 'entity_id', 'status', 'filing_status', 'series', 'number', 'filing'])
    .execute()) as Row[];
  assert.equal(complements.length, complemented.length);
  const all = [...rows, ...notes, ...complements];
  const filed = all.filter(({ status }) => status === 'filed' || status === 'reversed');
  const failed = all.filter(({ status }) => status === 'draft');
  for (const { id, filing_status, filing } of failed) {
    assert.equal(filing_status, 'failed', `${id} is back in its draft`);
    assert.ok(filing.last_error, `${id} says why`);
  }
  for (const { id, filing_status, filing } of filed) {
    assert.equal(filing_status, 'filed', id);
    assert.ok(filing.uuid, `${id} has its UUID`);
  }
  const uuids = filed.map(({ filing }) => String(filing.uuid));
  assert.equal(new Set(uuids).size, uuids.length, 'no UUID twice');
  await checkProviders(service, filed);
  for (const side of ['mx', 'de'] as const) {
    const entity = service.entities[side];
    for (const documents of [rows, notes, complements]) {
      const numbers = documents
        .filter(({ entity_id, number }) => entity_id === entity && number !== null)
        .map(({ number }) => Number(number))
        .toSorted((a, b) => a - b);
      assert.deepEqual(numbers, upTo(numbers.length), `the numbers of ${side} have no gap`);
    }
    assert.deepEqual(await ledgerDifferences(service.database, entity), []);
  }
  await checkTrail(service, filed);
  return { filed: filed.length, failed: failed.length };
};

/** What the providers hold is what the books say is filed: nothing lost, nothing twice. */
const checkProviders = async (service: TestService, filed: readonly Row[]): Promise<void> => {
  const { kysely } = service.database;
  const of = (entity: string): string[] =>
    filed
      .filter(({ entity_id }) => entity_id === entity)
      .map(({ filing }) => String(filing.uuid).toLowerCase())
      .toSorted();
  const stamps = await kysely.selectFrom('sandbox_stamp').select('uuid').execute();
  assert.deepEqual(of(service.entities.mx), stamps.map(({ uuid }) => uuid.toLowerCase()).toSorted());
  const sent = await kysely
    .selectFrom('sandbox_access_point')
    .select('guid')
    .where('status', '=', 200)
    .execute();
  assert.deepEqual(of(service.entities.de), sent.map(({ guid }) => guid.toLowerCase()).toSorted());
  const { rows } = await sql<{
    document_id: string;
  }>`select document_id from filed_document where kind = 'xml'`.execute(kysely);
  assert.deepEqual(
    rows.map(({ document_id }) => document_id).toSorted(),
    filed.map(({ id }) => id).toSorted(),
  );
};

/** Each filing is told once. */
const checkTrail = async ({ database }: TestService, filed: readonly Row[]): Promise<void> => {
  const { rows } = await sql<{
    record_id: string;
  }>`select record_id from event where type in ('invoice.filed', 'credit_note.filed', 'complement.filed')`.execute(
    database.kysely,
  );
  assert.deepEqual(rows.map(({ record_id }) => record_id).toSorted(), filed.map(({ id }) => id).toSorted());
};
