// Books with a bit of everything that the trail watches, its worker, and tampering with plain SQL that is undone again.
import type { Loop } from '../../src/jobs/loop.ts';
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { sql } from 'kysely';
import { deriveSigner } from '../../src/domain/views/trail/note.ts';
import { createLog } from '../../src/base/log.ts';
import { startTrail, type TrailWorkerParts } from '../../src/jobs/trail.ts';
import { type Admin, adminOn } from '../admin/support.ts';
import { type Office as Books, openOffice } from '../support/office.ts';
import { addParty } from '../support/documents.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { callLoosely } from '../tools/support.ts';

export const MASTER_KEY = Buffer.alloc(32, 7);
export const SIGNER = deriveSigner({ bytes: MASTER_KEY });
export const KEY_SETTING = { MASTER_KEY: MASTER_KEY.toString('base64') } as const;

export interface FaultFound {
  readonly kind: string;
  readonly message: string;
  readonly position?: number;
  readonly id?: string;
  readonly record_type?: string;
  readonly record_id?: string;
}

export interface Verified {
  readonly rows: number;
  readonly states: number;
  readonly records: number;
  readonly checkpoints: number;
  readonly waiting: number;
  readonly ok: boolean;
  readonly faults: readonly FaultFound[];
  readonly more_faults: number;
  readonly organisations: readonly {
    readonly organisation_id: string;
    readonly proven: { readonly size: number } | null;
    readonly accepted: readonly object[];
  }[];
}

export interface Office {
  readonly service: TestService;
  readonly admin: Admin;
  readonly books: Books;
  readonly org: string;
  verify(...options: string[]): Promise<Verified>;
  work(parts?: Partial<TrailWorkerParts>): Loop;
  run(statement: string): Promise<void>;
  rows<T>(query: string): Promise<T[]>;
  /** Runs the statements, then the check, then puts those tables back as they were. */
  tampered(statements: readonly string[], check: () => Promise<void>): Promise<void>;
}

/** The tables that the statements write. */
const writtenBy = (statements: readonly string[]): string[] => [
  ...new Set(
    statements.flatMap((each) =>
      [...each.matchAll(/^(?:update|delete from|insert into) (\w+)/gm)].map(([, table = '']) => table),
    ),
  ),
];

const readVerified = async (admin: Admin, options: readonly string[]): Promise<Verified> => {
  const { code, out, err } = await admin.run('audit', 'verify', ...options, '--json');
  assert.notEqual(out, '', err);
  const verified = JSON.parse(out) as Verified;
  assert.equal(code, verified.ok ? 0 : 1);
  assert.equal(err === '', verified.ok);
  return verified;
};

export const openTrailOffice = async (options: TestServiceOptions = {}): Promise<Office> => {
  const service = await startTestService({ ...options, database: 'own' });
  const books = await openOffice(service);
  const admin = adminOn(service.databaseUrl, new Date(), KEY_SETTING);
  const { kysely } = service.database;
  const run = async (statement: string): Promise<void> => {
    await sql.raw(statement).execute(kysely);
  };
  /** The columns that the server does not make itself. */
  const given = async (table: string): Promise<string> => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_schema = database()
      and table_name = ${table} and coalesce(generation_expression, '') = ''`.execute(kysely);
    return rows.map(({ name }) => `\`${name}\``).join();
  };
  return {
    service,
    admin,
    books,
    org: service.organisation_id,
    run,
    verify: (...options) => readVerified(admin, options),
    work: (parts = {}) =>
      startTrail({
        database: service.database,
        log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
        now: () => new Date(),
        signer: SIGNER,
        ...parts,
        timing: { pollMs: 20, ...parts.timing },
      }),
    rows: async <T>(query: string) => (await sql.raw<T>(query).execute(kysely)).rows,
    tampered: async (statements, check) => {
      const tables = writtenBy(statements);
      for (const table of tables) await run(`create table kept_${table} as select * from ${table}`);
      try {
        for (const statement of statements) await run(statement);
        await check();
      } finally {
        for (const table of tables) {
          await run(`delete from ${table}`);
          const columns = await given(table);
          await run(`insert into ${table} (${columns}) select ${columns} from kept_${table}`);
          await run(`drop table kept_${table}`);
        }
      }
    },
  };
};

export interface Made {
  readonly draft: string;
  readonly approved: string;
  readonly request: string;
  readonly bill: string;
  readonly payment: string;
}

/** A draft, an approved invoice, a bill and a payment on it. */
export const fill = async ({ books, service }: Office): Promise<Made> => {
  const draft = await books.draft('mx');
  const { id: approved, request } = await books.approved('de');
  const supplier = await addParty(service.database, service.entities.mx, 'Papelera del Norte');
  const bill = await callLoosely(service, 'mx', 'create_bill', {
    counterparty_id: supplier,
    bill_number: 'A-1',
    line_items: [{ description: 'Papel', unit_price: 500 }],
  });
  const paid = await callLoosely(service, 'mx', 'record_bill_payment', { bill_id: bill.id, amount: 200 });
  return { draft, approved, request, bill: bill.id, payment: paid.id };
};

/** One office for the tests of a file, with books that the log has taken. */
export const usingTrail = (
  prepare: (office: Office) => Promise<void> = async () => undefined,
): { readonly office: Office; readonly made: Made } => {
  const held: { office?: Office; made?: Made } = {};
  before(async () => {
    held.office = await openTrailOffice();
    held.made = await fill(held.office);
    await prepare(held.office);
  });
  after(() => held.office?.service.close());
  return held as { readonly office: Office; readonly made: Made };
};
