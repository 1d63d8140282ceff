// import_statement: the text of a statement becomes lines of the account, once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { BankAccountId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { callError } from '../../support/wire.ts';
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
    period_start: '2026-03-02',
    period_end: '2026-03-03',
    gap: null,
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

test('a column of words is the direction, and what is no movement is left out and told', async () => {
  const content = [
    'Fecha,Concepto,Clase,Importe,Estado',
    '01/05/2026,SALDO INICIAL,,5000.00,',
    '02/05/2026,PAGO RENTA,Cargo,1000.00,Aplicado',
    '03/05/2026,SPEI F-7,Abono,2000.00,Aplicado',
    '03/05/2026,AVISO,Abono,0.00,Aplicado',
    '04/05/2026,HOTEL,Cargo,70.50,Declinado',
    '30/05/2026,SALDO FINAL,,6000.00,',
    '',
  ].join('\n');
  const told = {
    lines: 6,
    imported: 2,
    duplicates: 0,
    left_out: [
      { line: 2, reason: 'it is a balance of the account: "SALDO INICIAL"', amount: 5000 },
      { line: 5, reason: 'the amount is zero: "AVISO"', amount: 0 },
      { line: 6, reason: 'it never happened: "Declinado"', amount: -70.5 },
      { line: 7, reason: 'it is a balance of the account: "SALDO FINAL"', amount: 6000 },
    ],
    left_out_count: 4,
    rejected: [],
    rejected_count: 0,
    money_in: 2000,
    money_out: 1000,
    opening_balance: 5000,
    closing_balance: 6000,
    currency: 'MXN',
    remarks: [],
  };
  const pick = (answer: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys(told).map((key) => [key, answer[key]]));
  const account = await addAccount(service, service.entities.mx);
  const asked = { bank_account_id: account, content };
  const foreseen = await changingNothing(service.database, () =>
    mx().import_statement({ ...asked, dry_run: true }),
  );
  assert.deepEqual(pick({ ...foreseen }), told);
  assert.deepEqual(pick({ ...(await mx().import_statement(asked)) }), told);
  const { data } = await mx().search_bank_transactions({ bank_account_id: account });
  assert.deepEqual(
    data.map(({ amount, transaction_type, description }) => [amount, transaction_type, description]),
    [
      [2000, 'credit', 'SPEI F-7'],
      [1000, 'debit', 'PAGO RENTA'],
    ],
  );
  const again = pick({ ...(await mx().import_statement(asked)) });
  assert.deepEqual(again, { ...told, imported: 0, duplicates: 2 });
});

test('what cannot be told is refused with the parameter to send, which is remembered', async () => {
  const account = await addAccount(service, service.entities.mx);
  const content = (month: string): string =>
    [
      'Fecha,Concepto,Clave,Importe',
      ...['P', 'N', 'P'].map((word, at) => `0${at + 1}/${month}/2026,L${at},${word},${at + 1}.00`),
      '',
    ].join('\n');
  const told = await changingNothing(service.database, () =>
    callError(service.url, service.keys.mx, 'import_statement', {
      bank_account_id: account,
      content: content('06'),
    }),
  );
  assert.equal(told['code'], 'statement_unreadable');
  assert.match(
    `${String(told['reason'])} ${String(told['hint'])}`,
    /the column "Clave" has "P", "N".*send columns \[\{"field":"direction","heading":"Clave"\},\{"field":"money_in","heading":"P"\},\{"field":"money_out","heading":"N"\}\]/,
  );
  const columns = [
    { field: 'direction' as const, heading: 'Clave' },
    { field: 'money_in' as const, heading: 'N' },
    { field: 'money_out' as const, heading: 'P' },
  ];
  const first = await mx().import_statement({ bank_account_id: account, content: content('06'), columns });
  assert.deepEqual([first.money_in, first.money_out], [2, 4]);
  const second = await mx().import_statement({ bank_account_id: account, content: content('07') });
  assert.deepEqual([second.imported, second.money_in, second.money_out], [3, 2, 4]);
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
