// Tasks at the bank, and those of the month's end.
import assert from 'node:assert/strict';
import type { Agent, Answer, Task } from './agent.ts';

const lines = async (
  { call }: Pick<Agent, 'call'>,
  entity_id: string,
  filters: object,
): Promise<readonly Answer[]> =>
  (await call('search_bank_transactions', { entity_id, limit: 50, ...filters }))['data'] as Answer[];

export const BANK: readonly Task[] = [
  {
    name: 'split a payment on account over two invoices',
    within: 3,
    work: async (agent) => {
      const { call, mx: entity_id } = agent;
      const [line] = await lines(agent, entity_id, { query: 'ABONO A CUENTA' });
      const { data } = await call('search_invoices', {
        entity_id,
        query: 'Cigarra',
        status: 'overdue',
      });
      const [newer, older] = data as Answer[];
      const confirmed = await call('confirm_bank_match', {
        entity_id,
        transaction_id: line?.['id'],
        allocations: [
          { matched_record_id: older?.['id'], amount: 7000 },
          { matched_record_id: newer?.['id'], amount: 400 },
        ],
      });
      assert.equal(confirmed['match_status'], 'confirmed');
    },
  },
  {
    name: 'reconcile: run the matching, confirm what is suggested',
    within: 5,
    work: async (agent) => {
      const { call, books, mx: entity_id } = agent;
      const { data } = await call('list_bank_accounts', { entity_id });
      const account = (data as Answer[]).find(({ suggested_count }) => suggested_count > 0);
      await call('run_ai_matching', { entity_id, bank_account_id: account?.['id'] });
      const suggested = await lines(agent, entity_id, { match_status: 'suggested' });
      for (const { id, suggestions } of suggested)
        await call('confirm_bank_match', {
          entity_id,
          transaction_id: id,
          matched_record_id: suggestions[0].matched_record_id,
        });
      assert.deepEqual(await lines({ call: books }, entity_id, { match_status: 'suggested' }), []);
    },
  },
  {
    name: 'reject a suggestion that is wrong',
    within: 2,
    work: async (agent) => {
      const { call, de: entity_id } = agent;
      const [line] = await lines(agent, entity_id, { match_status: 'suggested' });
      const after = await call('reject_ai_suggestion', { entity_id, transaction_id: line?.['id'] });
      assert.equal(after['match_status'], 'unmatched');
    },
  },
  {
    name: 'link a transfer between own accounts',
    within: 2,
    work: async (agent) => {
      const { call, mx: entity_id } = agent;
      const [leg] = await lines(agent, entity_id, { amount_min: 50_000, transaction_type: 'debit' });
      const linked = await call('link_transfer', { entity_id, transaction_id: leg?.['id'] });
      assert.equal(linked['transfer'].status, 'linked');
    },
  },
  {
    name: 'who paid 11,992?',
    within: 2,
    work: async (agent) => {
      const { call, mx: entity_id } = agent;
      const [line] = await lines(agent, entity_id, { amount_min: 11_992, amount_max: 11_992 });
      const invoice_id = line?.['matches'][0].matched_record_id as string;
      const invoice = await call('get_invoice', { entity_id, invoice_id });
      assert.equal(invoice['counterparty'].name, 'COLEGIO LOMAS DEL PARQUE');
    },
  },
];

export const MONTH_END: readonly Task[] = [
  {
    name: 'how do all my companies stand?',
    within: 3,
    work: async ({ call, mistake, mx, de }) => {
      const { candidates } = await mistake('get_payment_summary');
      const ids = (candidates as Answer[]).map(({ entity_id }) => String(entity_id));
      assert.deepEqual(ids.toSorted(), [mx, de].toSorted());
      for (const entity_id of ids) {
        const { receivable } = await call('get_payment_summary', { entity_id });
        assert.ok(receivable.length > 0);
      }
    },
  },
  {
    name: 'a statement of account for one customer',
    within: 1,
    work: async ({ call, mx: entity_id }) => {
      const customer = 'Restaurantes La Cigarra';
      const ledger = await call('generate_ledger', { entity_id, customer, type: 'ar' });
      assert.ok(ledger['row_count'] > 10 && ledger['currencies'].length === 1);
    },
  },
  {
    name: 'the ledger of a month as CSV',
    within: 2,
    work: async ({ call, mistake, de: entity_id }) => {
      const month = { entity_id, date_from: '2026-10-01', format: 'csv' };
      await mistake('generate_ledger', { ...month, date_to: '2026-10-32' });
      const ledger = await call('generate_ledger', { ...month, date_to: '2026-10-31' });
      assert.ok(String(ledger['csv']).split('\n').length > 5);
    },
  },
  {
    name: 'export invoices and bills of a quarter',
    within: 2,
    work: async ({ call, mx: entity_id }) => {
      const quarter = { entity_id, date_from: '2026-07-01', date_to: '2026-09-30' };
      for (const tool of ['export_invoices', 'export_bills']) {
        const part = await call(tool, quarter);
        assert.ok(String(part['csv']).includes('2026-08'));
        assert.equal(part['has_more'], false);
      }
    },
  },
  {
    name: 'finish the tasks that are overdue',
    within: 2,
    work: async ({ call, books, mx: entity_id }) => {
      const { data } = await call('list_tasks', { entity_id, overdue_only: true });
      for (const { id } of data as Answer[]) await call('complete_task', { entity_id, task_id: id });
      assert.deepEqual((await books('list_tasks', { entity_id, overdue_only: true }))['data'], []);
    },
  },
];
