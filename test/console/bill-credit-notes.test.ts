// The page of a supplier's credit note: a bill leads to it, and it offers exactly what its state allows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminOn, ndjson } from '../admin/support.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

const ACTS = ['receive', 'validate', 'reject'] as const;

let pages: TestConsole;
let supplier: string;
before(async () => {
  pages = await startTestConsole();
  supplier = await addMexicanCustomer(pages.service, 'PAPELERIA SOL', { is_supplier: true });
});
after(() => pages.close());

let made = 0;
/** A credit note of 116 on a bill of 500, in the books. */
const addNote = async () => {
  made += 1;
  const number = `NC-${made}`;
  const { id: document } = await callLoosely(pages.service, 'mx', 'create_bill', {
    counterparty_id: supplier,
    bill_number: `B-${made}`,
    line_items: [{ description: 'Papel', unit_price: 500, tax_amount: 0 }],
  });
  const admin = adminOn(pages.service.databaseUrl, new Date());
  const row = { counterparty: supplier, document, number, issue_date: '2026-02-02', total: 116 };
  const path = admin.file(`${number}.ndjson`, ndjson({ ...row, reason: 'Devolución', historic: false }));
  await admin.json('import', 'bill_credit_notes', path, `--entity=${pages.service.entities.mx}`);
  const { data } = await callLoosely(pages.service, 'mx', 'list_bill_credit_notes', { bill_id: document });
  return { bill: String(document), id: String(data[0]?.id), number };
};

const pathOf = (rest: string): string => `/companies/${pages.service.entities.mx}/${rest}`;

const mainOf = async (role: 'administrator' | 'accountant' | 'viewer', path: string): Promise<string> =>
  (await pages.as(role).get(path)).html.split('<main')[1] ?? '';

const offered = (main: string) => ACTS.filter((act) => main.includes(`name="act" value="${act}"`));

const balance = async (bill_id: string): Promise<number> =>
  (await callLoosely(pages.service, 'mx', 'get_bill', { bill_id })).balance_due;

test('the bill lists its credit notes, and leads to their pages', async () => {
  const { bill, id, number } = await addNote();
  const main = await mainOf('viewer', pathOf(`bills/${bill}`));
  assert.ok(main.includes(`href="${pathOf(`bill-credit-notes/${id}`)}"`));
  assert.ok(main.includes(number));
  const note = await mainOf('viewer', pathOf(`bill-credit-notes/${id}`));
  for (const part of [number, 'Devolución', 'PAPELERIA SOL', `href="${pathOf(`bills/${bill}`)}"`])
    assert.ok(note.includes(part), part);
  assert.deepEqual(offered(note), []);
});

test('it is validated by an accountant and rejected by an administrator, after which its bill is owed again', async () => {
  const { bill, id } = await addNote();
  const path = pathOf(`bill-credit-notes/${id}`);
  assert.deepEqual(offered(await mainOf('accountant', path)), ['validate']);
  assert.deepEqual(offered(await mainOf('administrator', path)), ['validate', 'reject']);
  const before_ = await balance(bill);
  assert.equal((await pages.as('accountant').send(path, 'receive')).status, 409);
  assert.equal((await pages.as('accountant').send(path, 'reject')).status, 403);
  assert.equal(await balance(bill), before_);
  assert.equal((await pages.as('accountant').send(path, 'validate')).status, 200);
  const status = async () =>
    (await callLoosely(pages.service, 'mx', 'get_bill_credit_note', { bill_credit_note_id: id })).status;
  assert.equal(await status(), 'validated');
  assert.equal(await balance(bill), before_);
  assert.equal((await pages.as('administrator').send(path, 'reject')).status, 200);
  assert.deepEqual([await status(), await balance(bill)], ['rejected', before_ + 116]);
  assert.deepEqual(offered(await mainOf('administrator', path)), []);
});

test('no other company sees it, in any language', async () => {
  const { id } = await addNote();
  const { de } = pages.service.entities;
  const answer = await pages.as('administrator').get(`/companies/${de}/bill-credit-notes/${id}`);
  assert.equal(answer.status, 404);
  assert.ok(!answer.html.includes('Devolución'));
});
