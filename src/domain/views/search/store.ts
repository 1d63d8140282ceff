// The index knows what a record is called; what it is worth and how it stands is read here when it is found.
import { billTotal } from '../../documents/bills/describe.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { dayIn } from '../../../base/time/day.ts';
import type { Reader } from '../../../db/database.ts';
import { acrossTenants, scoped } from '../../../db/scoped.ts';
import { isUnfiled } from '../../documents/credit-notes/settle-note.ts';
import { formatBillFolio, formatFolio, formatInvoiceFolio } from '../../documents/shared/document.ts';
import { displayStatus } from '../../documents/shared/invoice-status.ts';
import { COUNTERPARTY_INDEX } from '../../documents/shared/store/indexes.ts';
import { type Labelled, recordsById } from '../../ground/search-index/store/records.ts';

/** The live facts of a hit. */
export interface HitFacts {
  readonly sublabel: string | null;
  readonly status: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly date: string | null;
}

/** Reads the facts of hits of one type. A record that it does not answer is gone, and is left out of the hits. */
export type ReadFacts = (request: FactsRequest) => Promise<ReadonlyMap<string, HitFacts>>;

interface FactsRequest {
  readonly db: Reader;
  /** The entities and, for organisation-level records, the organisation that the caller may see. */
  readonly tenants: readonly string[];
  readonly ids: readonly string[];
  readonly now: Date;
}

const NO_FACTS: HitFacts = { sublabel: null, status: null, amount: null, currency: null, date: null };

/** An invoice is overdue by the day of its own entity. */
const timeZones = async (db: Reader, entityIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (entityIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('entity')
    .select(['id', 'time_zone'])
    .where('id', 'in', entityIds)
    .execute();
  return new Map(rows.map(({ id, time_zone }) => [id, time_zone]));
};

export const invoiceFacts: ReadFacts = async ({ db, tenants, ids, now }) => {
  const rows = await acrossTenants(db, tenants, 'invoice')
    .select([
      'invoice.entity_id',
      'invoice.id',
      'status',
      'open',
      'closed_on',
      'series',
      'number',
      'issue_date',
      'due_date',
      'paid_minor',
      'total_minor',
      'currency',
      'created_at',
    ])
    .where('invoice.id', 'in', ids)
    .execute();
  const zones = await timeZones(db, [...new Set(rows.map(({ entity_id }) => entity_id))]);
  return new Map(
    rows.map((row) => {
      const today = dayIn(zones.get(row.entity_id) ?? 'UTC', now);
      const facts = {
        sublabel: formatInvoiceFolio(row),
        status: displayStatus(row, { today, now }),
        amount: minorToWire(row.total_minor, row.currency),
        currency: row.currency,
        date: row.issue_date,
      };
      return [row.id, facts];
    }),
  );
};

export const billFacts: ReadFacts = async ({ db, tenants, ids }) => {
  const rows = await acrossTenants(db, tenants, 'bill')
    .select(['id', 'status', 'series', 'bill_number', 'issue_date', 'currency'])
    .select(['total_minor', 'prepaid_minor', 'rounding_minor'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => {
      const facts = {
        sublabel: formatBillFolio(row),
        status: row.status,
        amount: minorToWire(billTotal(row), row.currency),
        currency: row.currency,
        date: row.issue_date,
      };
      return [row.id, facts];
    }),
  );
};

/** The newest documents of a counterparty, as the index knows them. */
export const newestDocuments = async (
  db: Reader,
  { entity_id, record_id }: { readonly entity_id: string; readonly record_id: string },
  types: readonly ('invoices' | 'bills')[],
  limit: number,
): Promise<Labelled[]> => {
  const found: Labelled[] = [];
  for (const type of types) {
    const kind = KINDS[type];
    // Both tables have these columns, but the builder's types need one of them.
    const rows = await scoped({ db, entity: { id: entity_id } }, kind as 'invoice')
      .select({ index: COUNTERPARTY_INDEX[kind] })
      .select('id')
      .where('counterparty_id', '=', record_id)
      .orderBy('issue_date', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    const ids = rows.map(({ id }) => id);
    const records = new Map(
      (await recordsById(db, { tenants: [entity_id], types: [type] }, ids)).map((each) => [
        each.record_id,
        each,
      ]),
    );
    found.push(...ids.flatMap((id) => records.get(id) ?? []));
  }
  return found;
};

const KINDS = { invoices: 'invoice', bills: 'bill' } as const;

/** Earlier releases credited invoices in the books alone; the number of a draft that is being filed is only reserved. */
const labelNote = (note: Parameters<typeof isUnfiled>[0]): string | null => {
  if (note.status === 'draft' && note.filing_status !== 'not_submitted') return null;
  return isUnfiled(note) ? `${formatFolio(note) ?? ''} (not filed)`.trim() : formatFolio(note);
};

/** Credit notes of both types; their ids tell them apart. */
export const creditNoteFacts: ReadFacts = async ({ db, tenants, ids }) => {
  const rows = await acrossTenants(db, tenants, 'credit_note')
    .select([
      'id',
      'type',
      'series',
      'number',
      'uuid',
      'external_id',
      'historic',
      'status',
      'filing_status',
      'total_minor',
      'currency',
      'issue_date',
    ])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => {
      const facts = {
        sublabel: labelNote(row),
        status: row.status,
        amount: minorToWire(row.total_minor, row.currency),
        currency: row.currency,
        date: row.issue_date,
      };
      return [row.id, facts];
    }),
  );
};

/** Payments of both types; their ids tell them apart. */
export const paymentFacts: ReadFacts = async ({ db, tenants, ids }) => {
  const rows = await acrossTenants(db, tenants, 'payment')
    .select(['id', 'payment_method', 'amount_minor', 'currency', 'paid_on', 'unallocated_minor', 'status'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, payment_method, amount_minor, currency, paid_on, unallocated_minor, status }) => {
      const recorded = unallocated_minor === 0 ? 'allocated' : 'unallocated';
      const facts = {
        sublabel: payment_method,
        status: status === 'reversed' ? status : recorded,
        amount: minorToWire(amount_minor, currency),
        currency,
        date: paid_on,
      };
      return [id, facts];
    }),
  );
};

const formatRoles = (row: { is_customer: boolean; is_supplier: boolean }): string =>
  [...(row.is_customer ? ['customer'] : []), ...(row.is_supplier ? ['supplier'] : [])].join(', ');

export const counterpartyFacts: ReadFacts = async ({ db, tenants, ids }) => {
  const rows = await acrossTenants(db, tenants, 'counterparty')
    .select(['counterparty.id', 'tax_id', 'is_customer', 'is_supplier'])
    .where('counterparty.id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => {
      const roles = formatRoles(row);
      return [row.id, { ...NO_FACTS, sublabel: row.tax_id === null ? roles : `${row.tax_id} · ${roles}` }];
    }),
  );
};

export const entityFacts: ReadFacts = async ({ db, tenants, ids }) => {
  const rows = await db
    .selectFrom('entity')
    .select(['id', 'tax_id', 'country_code'])
    .where('id', 'in', ids)
    .where('id', 'in', tenants)
    .execute();
  return new Map(
    rows.map(({ id, tax_id, country_code }) => [
      id,
      { ...NO_FACTS, sublabel: tax_id === null ? country_code : `${tax_id} · ${country_code}` },
    ]),
  );
};

export const memberFacts: ReadFacts = async ({ db, tenants, ids }) => {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'email', 'role'])
    .where('organisation_id', 'in', tenants)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, email, role }) => [id, { ...NO_FACTS, sublabel: `${email} · ${role}` }]));
};

export const taskFacts: ReadFacts = async ({ db, tenants, ids }) => {
  const rows = await acrossTenants(db, tenants, 'task')
    .select(['task.id', 'status', 'priority', 'taskable_type', 'due_at'])
    .where('task.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, status, priority, taskable_type, due_at }) => [
      id,
      {
        ...NO_FACTS,
        sublabel: `${priority} · ${taskable_type}`,
        status,
        date: due_at === null ? null : due_at.slice(0, 10),
      },
    ]),
  );
};

/** Records that only imports write; they keep their facts beside their label. */
export const referenceFacts: ReadFacts = async ({ db, tenants, ids }) => {
  const rows = await acrossTenants(db, tenants, 'reference_record')
    .select(['id', 'sublabel', 'status', 'amount_minor', 'currency', 'date'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, sublabel, status, amount_minor, currency, date }) => {
      const value = amount_minor === null || currency === null ? null : minorToWire(amount_minor, currency);
      return [id, { sublabel, status, amount: value, currency, date }];
    }),
  );
};
