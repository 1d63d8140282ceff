// Bank accounts and their lines, written straight to the tables.
import type { Insertable } from 'kysely';
import type { BankAccountId, BankStatementId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import type { BankAccountTable, BankTransactionTable } from '../../../src/db/schema.ts';
import { searchText } from '../../../src/domain/bank/transactions/line.ts';
import type { TestService } from '../../support/service.ts';

export const NOW = new Date('2026-03-10T18:00:00Z');
const now = toInstant(NOW);

export const addAccount = async (
  { database: { kysely } }: TestService,
  entity_id: string,
  facts: Partial<Insertable<BankAccountTable>> = {},
): Promise<BankAccountId> => {
  const id = newId('BankAccountId');
  await kysely
    .insertInto('bank_account')
    .values({
      entity_id,
      id,
      name: 'BBVA operativa',
      account_type: 'checking',
      account_number_masked: '1971',
      currency: 'MXN',
      active: true,
      clabe: null,
      routing_number: null,
      iban: null,
      bic: null,
      created_at: now,
      updated_at: now,
      ...facts,
    })
    .execute();
  return id;
};

export const addStatement = async (
  { database: { kysely } }: TestService,
  entity_id: string,
  bank_account_id: string,
  imported_at: Date = NOW,
): Promise<BankStatementId> => {
  const id = newId('BankStatementId');
  await kysely
    .insertInto('bank_statement')
    .values({
      entity_id,
      id,
      bank_account_id,
      file_name: 'marzo.csv',
      file_hash: '0'.repeat(64),
      format: 'csv',
      period_start: '2026-03-01',
      period_end: '2026-03-31',
      transaction_count: 4,
      duplicate_count: 1,
      opening_balance_minor: 100_000,
      closing_balance_minor: null,
      imported_at: toInstant(imported_at),
    })
    .execute();
  return id;
};

let made = 0;

export type LineFacts = Partial<Insertable<BankTransactionTable>>;

export const addLine = async (
  { database: { kysely } }: TestService,
  entity_id: string,
  bank_account_id: string,
  facts: LineFacts = {},
): Promise<string> => {
  made += 1;
  const id = newId('BankTransactionId');
  const description = facts.description ?? 'SPEI RECIBIDO';
  await kysely
    .insertInto('bank_transaction')
    .values({
      entity_id,
      id,
      bank_account_id,
      bank_statement_id: newId('BankStatementId'),
      statement_line: made,
      date: '2026-03-03',
      amount_minor: 10_000,
      transaction_type: 'credit',
      currency: 'MXN',
      description,
      reference: null,
      counterparty_hint: null,
      balance_minor: null,
      match_status: 'unmatched',
      fingerprint: made.toString().padStart(64, '0'),
      occurrence: 1,
      text_norm: searchText(description, facts.reference ?? null),
      transfer_peer_id: null,
      transfer_status: null,
      matched_at: null,
      created_at: now,
      updated_at: now,
      ...facts,
    })
    .execute();
  return id;
};
