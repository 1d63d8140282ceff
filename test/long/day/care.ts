// Tasks where money goes wrong unless an answer says so: credits, twins, surpluses, large amounts, faults of a document.
import assert from 'node:assert/strict';
import type { Agent, Answer, Task } from './agent.ts';

const first = (answer: Answer): Answer => (answer['data'] as Answer[])[0] ?? {};

const accountOf = async ({ books }: Agent, entity_id: string, name: string): Promise<string> => {
  const { data } = await books('list_bank_accounts', { entity_id });
  return String((data as Answer[]).find((each) => each['name'] === name)?.['id']);
};

/** What a customer owes, as its row says. */
const standingOf = async ({ books }: Agent, entity_id: string, query: string): Promise<Answer> => {
  const { receivable_balance } = first(await books('list_counterparties', { entity_id, query }));
  return (receivable_balance as Answer[])[0] ?? {};
};

/** Of an amount of a CSV with two decimals. */
const cents = (text: string | undefined): number => Math.round(Number(text) * 100);

const ADVANCE = 'SPEI RECIBIDO ANTICIPO RESTAURANTES LA CIGARRA';

export const CARE: readonly Task[] = [
  {
    name: 'a bank line far above the balance, confirmed on purpose',
    within: 4,
    work: async (agent) => {
      const { call, mistake, statement, mx: entity_id } = agent;
      await statement(await accountOf(agent, entity_id, 'BBVA operación'), [
        `2026-11-23,${ADVANCE},150000.00`,
      ]);
      const line = first(await call('search_bank_transactions', { entity_id, query: 'ANTICIPO CIGARRA' }));
      const open = await call('search_invoices', { entity_id, query: 'Cigarra', status: 'overdue' });
      const invoice = (open['data'] as Answer[]).at(-1);
      const match = { entity_id, transaction_id: line['id'], matched_record_id: invoice?.['id'] };
      const error = await mistake('confirm_bank_match', match);
      assert.match(JSON.stringify(error), /confirm_surplus/);
      await call('confirm_bank_match', { ...match, confirm_surplus: true });
      const { open: owed, credit, net } = await standingOf(agent, entity_id, 'cigarra');
      assert.equal(cents(credit), 15_000_000 - cents(invoice?.['balance_due']));
      assert.equal(cents(net), cents(owed) - cents(credit));
    },
  },
  {
    name: 'a statement of account for a customer with credit, which pays what is open',
    within: 6,
    sets: 'corrections',
    work: async (agent) => {
      const { call, mx: entity_id } = agent;
      const customer = 'Restaurantes La Cigarra';
      const ledger = { entity_id, customer, type: 'ar' };
      const before = await standingOf(agent, entity_id, 'cigarra');
      assert.ok(before['credit'] > 0 && before['open'] > 0, JSON.stringify(before));
      const { currencies } = await call('generate_ledger', { ...ledger, date_from: '2026-11-23' });
      const [{ entries } = { entries: [] }] = currencies as Answer[];
      const payment = (entries as Answer[])
        .filter(({ entry_type }) => entry_type === 'invoice_payment')
        .toSorted((a, b) => b['credit'] - a['credit'])[0];
      assert.match(String(payment?.['record_id']), /^ipay_/, JSON.stringify(currencies));
      const open = await call('search_invoices', { entity_id, customer, open_only: true });
      for (const { id } of open['data'] as Answer[])
        await call('apply_invoice_payment', {
          entity_id,
          payment_id: payment?.['record_id'],
          invoice_id: id,
        });
      const after = await standingOf(agent, entity_id, 'cigarra');
      assert.equal(after['open'], 0);
      assert.equal(cents(after['net']), cents(before['net']));
    },
  },
  {
    name: 'a draft that is refused, repaired by what its issues say',
    within: 5,
    sets: 'corrections',
    work: async ({ call, mistake, approve, books, de: entity_id }) => {
      const customer = await call('create_counterparty', { entity_id, name: 'Hafenkontor Lütt GmbH' });
      assert.deepEqual(customer['needed_to_invoice'], ['email', 'country_details.city', 'postal_code']);
      const draft = await call('create_invoice', {
        entity_id,
        counterparty_id: customer['id'],
        country_details: { buyer_reference: 'HL-1' },
        line_items: [{ description: 'Beratung', unit_price: 900 }],
      });
      const refused = await mistake('submit_invoice', { entity_id, invoice_id: draft['id'] });
      for (const path of ['postal_code', 'city']) assert.match(JSON.stringify(refused), new RegExp(path));
      await call('update_counterparty', {
        entity_id,
        counterparty_id: customer['id'],
        email: 'rechnung@hafenkontor.example',
        postal_code: '20457',
        country_details: { city: 'Hamburg' },
      });
      const { approval_request_id } = await call('submit_invoice', { entity_id, invoice_id: draft['id'] });
      await approve(approval_request_id as string);
      assert.equal((await books('get_invoice', { entity_id, invoice_id: draft['id'] }))['status'], 'filed');
    },
  },
  {
    name: 'an IBAN with a wrong digit',
    within: 2,
    work: async (agent) => {
      const { call, mistake, books, de: entity_id } = agent;
      const account = { entity_id, bank_account_id: await accountOf(agent, entity_id, 'Rücklagen Haspa') };
      const before = await books('get_bank_account', account);
      const error = await mistake('update_bank_account', { ...account, iban: 'DE18 2004 1155 0884 7723 01' });
      assert.equal(error['path'], 'iban');
      assert.equal((await books('get_bank_account', account))['iban'], before['iban']);
      await call('update_bank_account', { ...account, iban: 'DE02 1203 0000 0000 2020 51' });
      assert.equal((await books('get_bank_account', account))['iban'], 'DE02120300000000202051');
    },
  },
  {
    name: 'an export with what customers retain, whose rows add up',
    within: 1,
    work: async ({ call, books, mx: entity_id }) => {
      const { csv } = await call('export_invoices', {
        entity_id,
        date_from: '2026-01-01',
        date_to: '2026-11-30',
      });
      const [head = '', ...lines] = String(csv).trim().split(/\r?\n/u);
      const names = head.split(',');
      const amounts = lines.map((line) => {
        const cells = line.split(',');
        const of = (name: string): number => cents(cells[names.indexOf(name) - names.length + cells.length]);
        return {
          sum: of('subtotal') + of('tax_total') - of('withheld_total'),
          total: of('total'),
          withheld: of('withheld_total'),
        };
      });
      for (const { sum, total } of amounts) assert.equal(sum, total);
      const row = first(await books('search_invoices', { entity_id, query: 'A-1088' }));
      assert.ok(row['withheld_total'] > 0);
      assert.ok(amounts.some(({ withheld }) => withheld === cents(row['withheld_total'])));
    },
  },
  {
    name: 'invoice a customer whose name is misspelt',
    within: 2,
    work: async ({ obey, mx: entity_id }) => {
      const line_items = [{ description: 'Consulting', unit_price: 1200 }];
      const draft = await obey('create_invoice', {
        entity_id,
        counterparty_name: 'Hoteles Tepozn',
        line_items,
      });
      assert.equal(draft['counterparty'].name, 'HOTELES TEPOZAN');
    },
  },
  {
    name: 'what is due this week',
    within: 1,
    work: async ({ call, books, mx: entity_id }) => {
      const week = { due_from: '2026-11-23', due_to: '2026-11-29' };
      // Somebody else has entered one.
      await books('create_bill', {
        entity_id,
        counterparty_name: 'Empaques Monte Frio',
        bill_number: 'EMF-2350',
        due_date: '2026-11-27',
        line_items: [{ description: 'Bolsas', unit_price: 700, tax_amount: 112 }],
      });
      const { data } = await call('search_bills', { entity_id, payment_status: 'open', ...week, limit: 50 });
      const all = (await books('search_bills', { entity_id, limit: 50 }))['data'] as Answer[];
      const due = all.filter(
        ({ payment_status, due_date }) =>
          /^(?:unpaid|partially_paid)$/.test(payment_status as string) &&
          due_date >= week.due_from &&
          due_date <= week.due_to,
      );
      assert.ok(due.length > 0);
      const ids = (rows: readonly Answer[]): readonly string[] =>
        rows.map(({ id }) => String(id)).toSorted((a, b) => a.localeCompare(b));
      assert.deepEqual(ids(data as Answer[]), ids(due));
    },
  },
  {
    name: 'a dry run before a bill of a large amount',
    within: 2,
    work: async ({ call, books, de: entity_id }) => {
      const bill = {
        entity_id,
        counterparty_name: 'Nordwind Energie',
        bill_number: 'NW-9000',
        line_items: [{ description: 'Solaranlage', unit_price: 90_000, tax_amount: 17_100 }],
      };
      const tried = await call('create_bill', { ...bill, dry_run: true });
      assert.deepEqual([tried['dry_run'], tried['total']], [true, 107_100]);
      assert.ok((tried['warnings'] as Answer[]).some(({ code }) => code === 'unusual_value'));
      const search = { entity_id, query: 'NW-9000' };
      assert.deepEqual((await books('search_bills', search))['data'], []);
      await call('create_bill', bill);
      assert.equal(first(await books('search_bills', search))['total'], 107_100);
    },
  },
  {
    name: 'a transfer between two accounts with an equal twin',
    within: 3,
    work: async (agent) => {
      const { call, books, statement, mx: entity_id } = agent;
      const out = await accountOf(agent, entity_id, 'BBVA operación');
      const into = await accountOf(agent, entity_id, 'Banorte reserva');
      await statement(out, ['2026-11-20,TRASPASO UNO,-12500.00', '2026-11-20,TRASPASO DOS,-12500.00']);
      await statement(into, [
        '2026-11-20,TRASPASO A RESERVA UNO,12500.00',
        '2026-11-20,TRASPASO A RESERVA DOS,12500.00',
      ]);
      const twins = { entity_id, amount_min: 12_500, amount_max: 12_500, query: 'TRASPASO' };
      const { data } = await call('search_bank_transactions', twins);
      const legs = data as Answer[];
      assert.equal(legs.length, 4);
      const named = (text: string): unknown => legs.find(({ description }) => description === text)?.['id'];
      const pairs = [
        [named('TRASPASO UNO'), named('TRASPASO A RESERVA UNO')],
        [named('TRASPASO DOS'), named('TRASPASO A RESERVA DOS')],
      ];
      for (const [transaction_id, peer_transaction_id] of pairs)
        await call('link_transfer', { entity_id, transaction_id, peer_transaction_id });
      const now = (await books('search_bank_transactions', twins))['data'] as Answer[];
      assert.deepEqual(
        new Set(now.map(({ match_status }) => match_status as string)),
        new Set(['confirmed']),
      );
      for (const [leg, peer] of pairs)
        assert.equal(now.find(({ id }) => id === leg)?.['transfer'].peer_transaction_id, peer);
    },
  },
];
