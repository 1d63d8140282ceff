// What pages show beyond the lists of the bench: lines, allocations, credit notes, suggestions, the trail, rates.
import type { Connection } from 'mysql2/promise';

import { newId } from '../../src/db/ids.ts';
import { fill } from '../db/statements/fill.ts';
import type { Companies } from './lists-data.ts';
import { run } from './lists-load.ts';

const CREDIT_NOTES = `insert into credit_note (entity_id, id, type, counterparty_id, record_id, series, number, status,
  issue_date, currency, total_minor, reason, historic, created_at, updated_at)
  select entity_id, concat('icrn', substr(id, 5)), 'invoice_credit_note', counterparty_id, id, 'N', number, 'filed',
  issue_date, currency, 1000, 'discount', 0, created_at, updated_at from invoice where status = 'filed' and number % 20 = 0`;

/** Suggested lines are debits, and the fourth row after each has a bill. */
const SUGGESTIONS = `insert into bank_suggestion (entity_id, bank_transaction_id, position, record_type, record_id,
  amount_minor, confidence, reasons, run_id, created_at)
  select entity_id, id, 1, 'bill', concat('bill_01k', lpad(substr(id, 9) + 4, 23, '0')), amount_minor,
  0.6 + substr(id, -2) % 40 / 100, '["amount"]', 'bench', created_at from bank_transaction where match_status = 'suggested'`;

const trail = (
  entity: string,
): string => `insert into audit (entity_id, id, occurred_at, actor_type, actor_id, action,
  arguments_hash, record_type, record_id, \`before\`, \`after\`, request_id)
  select '${entity}', concat('audt', substr(id, 5)), date_add(issue_date, interval 9 hour), 'key', 'akey_bench', 'create_invoice',
  '0', 'invoice', id, 'null', json_object('id', id, 'status', status, 'total', total_minor), 'req_bench'
  from invoice where entity_id = '${entity}'`;

const RATES = `insert into exchange_rate (organisation_id, base, quote, date, source, rate, created_at)
  select '', c.base, 'MXN', date_sub(curdate(), interval n.n day), 'bench', 18 + n.n % 100 / 100, now()
  from bench_n n join (select 'USD' as base union select 'EUR' union select 'JPY' union select 'GBP') c where n.n < 1500`;

/** The two companies that are looked at are one organisation; the others belong to somebody else. */
export const fillPages = async (
  connection: Connection,
  { large, small, organisation }: Companies,
): Promise<void> => {
  await run(
    connection,
    `update entity set organisation_id = '${newId('OrganisationId')}'
      where organisation_id = '${organisation}' and id not in ('${large}', '${small}')`,
  );
  await fill(connection);
  for (const statement of [CREDIT_NOTES, SUGGESTIONS, trail(large), RATES]) await run(connection, statement);
  for (const table of [
    'invoice_line',
    'bill_line',
    'payment',
    'payment_allocation',
    'credit_note',
    'bank_suggestion',
    'audit',
    'exchange_rate',
  ])
    await run(connection, `analyze table ${table}`);
};
