// Tasks about customers and what they are invoiced.
import assert from 'node:assert/strict';
import type { Answer, Task } from './agent.ts';

const line = { description: 'Consulting', unit_price: 1200 };
const byId = (candidates: readonly Answer[], text: string): string => {
  const found = candidates.find((each) => JSON.stringify(each).includes(text)) ?? candidates[0];
  return String(found?.['counterparty_id'] ?? found?.['id']);
};

export const SALES: readonly Task[] = [
  {
    name: 'invoice a known customer by name, up to the stamp',
    within: 3,
    work: async ({ call, approve, mx: entity_id }) => {
      const draft = await call('create_invoice', {
        entity_id,
        counterparty_name: 'Hoteles Tepozan',
        line_items: [{ ...line, quantity: 2 }],
      });
      const { approval_request_id } = await call('submit_invoice', { entity_id, invoice_id: draft['id'] });
      await approve(approval_request_id as string);
      const filed = await call('get_invoice', { entity_id, invoice_id: draft['id'] });
      assert.equal(filed['status'], 'filed');
    },
  },
  {
    name: 'invoice one of two customers of the same name',
    within: 2,
    work: async ({ call, mistake, mx: entity_id }) => {
      const wanted = { entity_id, line_items: [line] };
      const error = await mistake('create_invoice', {
        ...wanted,
        counterparty_name: 'Comercializadora Robles',
      });
      const counterparty_id = byId(error['candidates'] as Answer[], 'CRO110905LM5');
      const draft = await call('create_invoice', { ...wanted, counterparty_id });
      assert.equal(draft['counterparty'].tax_id, 'CRO110905LM5');
    },
  },
  {
    name: 'invoice a customer who is new',
    within: 3,
    work: async ({ call, mistake, mx: entity_id }) => {
      const wanted = { entity_id, counterparty_name: 'Museo del Papel', line_items: [line] };
      const error = await mistake('create_invoice', wanted);
      assert.match(error['hint'] as string, /create_counterparty/);
      await call('create_counterparty', {
        entity_id,
        name: 'MUSEO DEL PAPEL',
        postal_code: '03100',
        country_details: { rfc: 'MIC140825UA3', fiscal_regime_code: '601' },
      });
      assert.equal((await call('create_invoice', wanted))['status'], 'draft');
    },
  },
  {
    name: 'invoice a German customer whose reference was forgotten',
    within: 3,
    work: async ({ call, mistake, de: entity_id }) => {
      const wanted = { entity_id, counterparty_name: 'Klinikum Werratal', line_items: [line] };
      const error = await mistake('create_invoice', wanted);
      assert.match(JSON.stringify(error), /buyer_reference/);
      const draft = await call('create_invoice', {
        ...wanted,
        country_details: { buyer_reference: 'KW-7740' },
      });
      const request = await call('submit_invoice', { entity_id, invoice_id: draft['id'] });
      assert.match(request['approval_request_id'] as string, /^aprv_/);
    },
  },
  {
    name: 'invoice with a misspelt parameter and a German decimal',
    within: 2,
    work: async ({ call, mistake, de: entity_id }) => {
      const rest = { entity_id, counterparty_name: 'Brauerei Tannengrund' };
      const error = await mistake('create_invoice', {
        ...rest,
        country_details: { buyer_reference: 'BT-1' },
        line_item: [{ description: 'Support', unit_price: '118,50' }],
      });
      assert.match(JSON.stringify(error), /line_items/);
      const draft = await call('create_invoice', {
        ...rest,
        country_details: { buyer_reference: 'BT-1' },
        line_items: [{ description: 'Support', unit_price: 118.5 }],
      });
      assert.equal(draft['subtotal'], 118.5);
    },
  },
  {
    name: 'repair a draft that was refused',
    within: 5,
    work: async ({ call, approve, mx: entity_id }) => {
      const { data } = await call('search_invoices', { entity_id, status: 'draft', limit: 50 });
      const failed = (data as Answer[]).find(({ filing_status }) => filing_status === 'failed');
      const refused = await call('get_invoice', { entity_id, invoice_id: failed?.['id'] });
      assert.match(JSON.stringify(refused['filing']), /6 kg/);
      const lines = (refused['line_items'] as Answer[]).map(
        ({ description, quantity, unit_price, country_details }) => ({
          description,
          quantity: quantity === 8 ? 6 : quantity,
          unit_price,
          country_details: {
            sat_product_code: country_details.sat_product_code,
            sat_unit_code: country_details.sat_unit_code,
            tax_rate: country_details.tax_rate,
          },
        }),
      );
      const again = await call('create_invoice', {
        entity_id,
        counterparty_id: refused['counterparty'].counterparty_id,
        title: refused['title'],
        line_items: lines,
      });
      const { approval_request_id } = await call('submit_invoice', { entity_id, invoice_id: again['id'] });
      await approve(approval_request_id as string);
      const filed = await call('get_invoice', { entity_id, invoice_id: again['id'] });
      assert.equal(filed['status'], 'filed');
    },
  },
  {
    name: 'dun: a task for every overdue invoice',
    within: 6,
    work: async ({ call, books, mx: entity_id }) => {
      const { data } = await call('search_invoices', { entity_id, status: 'overdue', limit: 50 });
      const overdue = data as Answer[];
      assert.ok(overdue.length > 2);
      for (const { id, folio, counterparty } of overdue)
        await call('create_task', {
          entity_id,
          title: `Remind ${counterparty.name} of ${folio}`,
          priority: 'high',
          due_at: '2026-11-27',
          taskable_type: 'Invoice',
          taskable_id: id,
        });
      const tasks = await books('list_tasks', { entity_id, taskable_type: 'Invoice', limit: 50 });
      assert.ok((tasks['data'] as Answer[]).length >= overdue.length);
    },
  },
  {
    name: 'find a customer and what is open by the tax id',
    within: 1,
    work: async ({ call, mx: entity_id }) => {
      const open = await call('search_invoices', { entity_id, customer: 'RCI120904MT3', open_only: true });
      const customers = (open['data'] as Answer[]).map(({ counterparty }) => String(counterparty.name));
      assert.deepEqual([...new Set(customers)], ['RESTAURANTES LA CIGARRA']);
    },
  },
];
