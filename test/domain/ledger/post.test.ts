// On which side a movement stands.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { LedgerEntryType } from '../../../generated/types.ts';
import { newId } from '../../../src/db/ids.ts';
import { type Movement, post } from '../../../src/domain/money/ledger/post.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';

let db: TestDatabase;
let books: TestBooks;
before(async () => {
  db = await createTestDatabase();
  const organisation = await addOrganisation(db.database);
  const entity = await addEntity(db.database, organisation, { country_code: 'MX' });
  books = await openBooks(db.database, organisation, entity);
});
after(() => db.close());

const movement = (entry_type: LedgerEntryType, ledger: 'ar' | 'ap', amount_minor: number): Movement => ({
  entry_type,
  ledger,
  date: '2026-03-10',
  counterparty_id: newId('CounterpartyId'),
  currency: 'MXN',
  amount_minor,
  record_id: newId('InvoiceId'),
  document_id: null,
  number: null,
  description: null,
});

test('invoices debit and bills credit, what settles them stands opposite, nothing leaves no row', async () => {
  await books.write((ctx) =>
    post(ctx, [
      movement('invoice', 'ar', 1),
      movement('invoice_payment', 'ar', 2),
      movement('invoice_credit_note', 'ar', 3),
      movement('reversal', 'ar', 4),
      movement('bill', 'ap', 5),
      movement('bill_payment', 'ap', 6),
      movement('bill_credit_note', 'ap', 7),
      movement('reversal', 'ap', 8),
      movement('invoice', 'ar', 0),
    ]),
  );
  await books.write((ctx) => post(ctx, []));
  const rows = await db.database.kysely.selectFrom('ledger_entry').selectAll().orderBy('id').execute();
  assert.deepEqual(
    rows.map((row) => [row.ledger, row.entry_type, row.debit_minor, row.credit_minor]),
    [
      ['ar', 'invoice', 1, 0],
      ['ar', 'invoice_payment', 0, 2],
      ['ar', 'invoice_credit_note', 0, 3],
      ['ar', 'reversal', 0, 4],
      ['ap', 'bill', 0, 5],
      ['ap', 'bill_payment', 6, 0],
      ['ap', 'bill_credit_note', 7, 0],
      ['ap', 'reversal', 8, 0],
    ],
  );
});
