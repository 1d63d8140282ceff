// import_statement: the text of a statement becomes lines of the account, once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { BankAccountId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { changingNothing, declared, refused } from '../support.ts';

let service: TestService;
let bank_account_id: BankAccountId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  bank_account_id = await addAccount(service, service.entities.mx);
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);

const csv = (...rows: readonly string[]): string =>
  ['date,amount,description,reference', ...rows, ''].join('\n');

test('foreseen, imported, and sent again', async () => {
  const content = csv('2026-03-02,1160.00,SPEI RECIBIDO,R1', '2026-03-03,-40.00,COMISION,R2');
  const asked = { bank_account_id, content, file_name: 'marzo.csv' };
  const { entity: _entity, ...foreseen } = await changingNothing(service.database, () =>
    mx().import_statement({ ...asked, dry_run: true }),
  );
  assert.deepEqual(foreseen, {
    object: 'statement_import',
    bank_statement_id: null,
    dry_run: true,
    lines: 2,
    imported: 2,
    duplicates: 0,
    left_out: [],
    left_out_count: 0,
    money_in: 1160,
    money_out: 40,
    opening_balance: null,
    closing_balance: null,
    currency: 'MXN',
    rejected: [],
    rejected_count: 0,
    transfers_suggested: 0,
    remarks: [],
    warnings: [],
    idempotent_replay: false,
  });
  const stored = await mx().import_statement(asked);
  assert.deepEqual([stored.dry_run, stored.imported, stored.duplicates], [false, 2, 0]);
  const { data } = await mx().search_bank_transactions({ bank_account_id });
  assert.deepEqual(
    data.map(({ amount, transaction_type }) => [amount, transaction_type]),
    [
      [40, 'debit'],
      [1160, 'credit'],
    ],
  );
  const again = await mx().import_statement(asked);
  assert.equal(again.imported, 0);
  assert.equal((await mx().search_bank_transactions({ bank_account_id })).total_count, 2);
});

test('headings that nothing knows are told in columns', async () => {
  const content = ['Wann;Wieviel;Wozu', '04.03.2026;77,10;Miete', ''].join('\n');
  const told = await refused(service, 'mx', 'import_statement', { bank_account_id, content });
  assert.equal(told['code'], 'statement_unreadable');
  const { imported } = await mx().import_statement({
    bank_account_id,
    content,
    columns: [
      { field: 'date', heading: 'Wann' },
      { field: 'amount', heading: 'Wieviel' },
      { field: 'description', heading: 'Wozu' },
    ],
  });
  assert.equal(imported, 1);
});

test(
  declared('import_statement', 'statement_lines_rejected', 'a bad line stops all, or itself only'),
  async () => {
    const content = csv('2026-03-05,12.00,BIEN,R3', '2026-03-06,doce,MAL,R4');
    const told = await changingNothing(service.database, () =>
      refused(service, 'mx', 'import_statement', { bank_account_id, content }),
    );
    assert.deepEqual([told['code'], told['rejected_count']], ['statement_lines_rejected', 1]);
    assert.deepEqual(
      (told['rejected'] as { line: number }[]).map(({ line }) => line),
      [3],
    );
    const some = await mx().import_statement({ bank_account_id, content, partial: true });
    assert.deepEqual([some.imported, some.rejected_count, some.rejected[0]?.line], [1, 1, 3]);
  },
);

test(declared('import_statement', 'statement_unreadable', 'what is no statement'), async () => {
  for (const content of ['   ', 'hello', '%PDF-1.7 x', '<a/>']) {
    const told = await changingNothing(service.database, () =>
      refused(service, 'mx', 'import_statement', { bank_account_id, content }),
    );
    assert.deepEqual([told['code'], told['path']], ['statement_unreadable', 'content'], content);
  }
});

test(declared('import_statement', 'bank_account_not_found', 'of another company, or of nobody'), async () => {
  for (const id of [bank_account_id, newId('BankAccountId')]) {
    const told = await changingNothing(service.database, () =>
      refused(service, 'de', 'import_statement', { bank_account_id: id, content: csv() }),
    );
    assert.deepEqual([told['code'], told['path']], ['bank_account_not_found', 'bank_account_id']);
  }
});
