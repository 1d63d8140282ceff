// What the bank calls a counterparty, on its page: taught, changed and forgotten, in each language, by whom, and refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CounterpartyId } from '../../generated/ids.ts';
import { addBill } from '../support/documents.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { addMexicanCustomer, callLoosely, changingNothing } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let telmex: CounterpartyId;
let robles: CounterpartyId;
let path: string;
before(async () => {
  pages = await startTestConsole();
  telmex = await addMexicanCustomer(pages.service, 'Teléfonos de México', { is_supplier: true });
  robles = await addMexicanCustomer(pages.service, 'Papelería Robles');
  path = `/companies/${pages.service.entities.mx}/counterparties/${telmex}`;
});
after(() => pages.close());

const aliases = async (counterparty_id: CounterpartyId = telmex) =>
  (await callLoosely(pages.service, 'mx', 'list_counterparty_aliases', { counterparty_id })).data;

const SAID = {
  en: ['What the bank calls it', 'Nothing taught or learned yet.', 'By hand', 'is saved', 'is forgotten'],
  es: ['Cómo lo llama el banco', 'Aún no se enseña', 'A mano', 'se guardó', 'Se olvidó'],
  de: ['Wie die Bank ihn nennt', 'Noch nichts angegeben', 'Von Hand', 'ist gespeichert', 'ist vergessen'],
} as const;

for (const language of ['en', 'es', 'de'] as const)
  test(`is taught, changed and forgotten: ${language}`, async () => {
    const ana = pages.as('accountant');
    const at = `${path}?language=${language}`;
    const [title, nothing, byHand, saved, forgotten] = SAID[language];
    const empty = await ana.get(at);
    for (const text of [title, nothing]) assert.ok(empty.html.includes(text), text);
    const taught = await ana.send(at, 'teach', { kind: 'text', value: 'L FDO <b>ARRIAGA' });
    for (const text of [saved, byHand, 'L FDO &lt;b']) assert.ok(taught.html.includes(text), text);
    assert.doesNotMatch(taught.html, /<b>ARRIAGA/);
    const [{ id } = { id: '' }] = await aliases();
    const changed = await ana.send(at, 'change', { alias: id, kind: 'account', value: '4021 887766' });
    assert.ok(changed.html.includes('4021887766'));
    const gone = await ana.send(at, 'forget', { alias: id });
    assert.ok(gone.html.includes(forgotten), forgotten);
    assert.deepEqual(await aliases(), []);
  });

test('whose documents it pays is named by name', async () => {
  const ana = pages.as('accountant');
  const { html } = await ana.send(path, 'teach', { kind: 'pays_for', value: 'papeleria robles' });
  assert.ok(html.includes('Papelería Robles'));
  const [row] = await aliases();
  assert.deepEqual([row?.kind, row?.value], ['pays_for', robles]);
  await ana.send(path, 'forget', { alias: row?.id ?? '' });
});

test('what names nobody or fits another is refused in words, and nothing is written', async () => {
  const ana = pages.as('accountant');
  await ana.get(path);
  for (const [kind, value, words] of [
    ['text', 'PAGO', /Give|word or number|short/],
    ['text', 'papelería robles', /Papelería Robles/],
    ['account', 'Konto', /account/i],
    ['pays_for', 'Nadie de Nada', /Nadie de Nada|counterparty/i],
  ] as const) {
    const { status, html } = await changingNothing(pages.service.database, () =>
      ana.send(path, 'teach', { kind, value }),
    );
    assert.ok(status >= 400, `${value}: ${status}`);
    assert.match(html, words);
  }
});

test('a viewer sees and changes nothing', async () => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_counterparty_alias', {
    counterparty_id: telmex,
    kind: 'text',
    value: 'TELMEX DOM',
  });
  const { html } = await pages.as('viewer').get(path);
  assert.ok(html.includes('TELMEX DOM'));
  assert.doesNotMatch(html, /value="(?:teach|forget|change)"/);
  await callLoosely(pages.service, 'mx', 'delete_counterparty_alias', { alias_id: id });
});

test('what two confirms taught shows the days of its lines', async () => {
  const { service } = pages;
  const entity = service.entities.mx;
  const account = await addAccount(service, entity);
  for (const date of ['2026-01-05', '2026-02-05'])
    await callLoosely(service, 'mx', 'confirm_bank_match', {
      transaction_id: await addLine(service, entity, account, {
        transaction_type: 'debit',
        amount_minor: 39_900,
        description: 'CARGO VELERO AZUL',
        date,
      }),
      matched_record_id: await addBill(service.database, entity, {
        counterparty_id: telmex,
        total: '399.00',
      }),
    });
  for (const [language, words] of [
    ['en', /Learned from .*2026.*, .*2026/],
    ['es', /Aprendido de .*2026.*, .*2026/],
    ['de', /Gelernt aus .*2026.*, .*2026/],
  ] as const)
    assert.match((await pages.as('viewer').get(`${path}?language=${language}`)).html, words);
});
