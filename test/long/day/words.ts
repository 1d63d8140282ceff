// Tasks of agents that know the words of other systems and languages, and do as each error says.
import assert from 'node:assert/strict';
import type { Answer, Task } from './agent.ts';

export const WORDS: readonly Task[] = [
  {
    name: 'a bill in Spanish words',
    within: 2,
    work: async ({ obey, books, mx: entity_id }) => {
      const { id } = await obey('create_bill', {
        entity_id,
        proveedor: 'Empaques Monte Frio',
        numero: 'EMF-2400',
        fecha: '2026-11-20',
        vencimiento: '2026-12-05',
        moneda: 'MXN',
        conceptos: [{ descripcion: 'Cajas', cantidad: 2, precio_unitario: 500, impuesto: 160 }],
      });
      const bill = await books('get_bill', { entity_id, bill_id: id });
      assert.deepEqual(
        [bill['bill_number'], bill['issue_date'], bill['due_date'], bill['total']],
        ['EMF-2400', '2026-11-20', '2026-12-05', 1160],
      );
    },
  },
  {
    name: 'a payment in Spanish words (importe, fecha_pago, referencia)',
    within: 2,
    work: async ({ obey, books, mx: entity_id }) => {
      const found = await books('search_bills', { entity_id, query: 'EMF-2400' });
      const bill_id = String((found['data'] as Answer[])[0]?.['id']);
      await obey('record_bill_payment', {
        entity_id,
        factura: bill_id,
        importe: 300,
        fecha_pago: '2026-11-21',
        referencia: 'SPEI 77',
      });
      const bill = await books('get_bill', { entity_id, bill_id });
      assert.equal(bill['balance_due'], 860);
      const [payment] = bill['payments'] as Answer[];
      assert.equal(payment?.['paid_on'] ?? payment?.['payment_date'], '2026-11-21');
    },
  },
  {
    name: 'an invoice in German words (Rechnungsdatum, Fälligkeit, Menge)',
    within: 2,
    work: async ({ obey, books, de: entity_id }) => {
      const { id } = await obey('create_invoice', {
        entity_id,
        Kunde: 'Klinikum Werratal',
        Rechnungsdatum: '2026-11-23',
        Fälligkeit: '2026-12-23',
        Währung: 'EUR',
        Leitweg_ID: 'KW-7',
        Positionen: [{ Bezeichnung: 'Beratung', Menge: 3, Einzelpreis: 120.5 }],
      });
      const draft = await books('get_invoice', { entity_id, invoice_id: id });
      assert.deepEqual(
        [draft['subtotal'], draft['issue_date'], draft['due_date'], draft['currency']],
        [361.5, '2026-11-23', '2026-12-23', 'EUR'],
      );
    },
  },
  {
    name: 'a bill in the words of QuickBooks',
    within: 2,
    work: async ({ obey, books, de: entity_id }) => {
      const { id } = await obey('create_bill', {
        entity_id,
        vendor: 'Nordwind Energie',
        DocNumber: 'NW-88',
        TxnDate: '2026-11-20',
        DueDate: '2026-12-20',
        PrivateNote: 'From the mail',
        Line: [{ Description: 'Strom', Qty: 2, UnitPrice: 50, TaxAmount: 19 }],
      });
      const bill = await books('get_bill', { entity_id, bill_id: id });
      assert.deepEqual(
        [bill['bill_number'], bill['issue_date'], bill['due_date'], bill['total'], bill['notes']],
        ['NW-88', '2026-11-20', '2026-12-20', 119, 'From the mail'],
      );
    },
  },
  {
    name: 'an obedient client that writes the names of Xero throughout',
    within: 7,
    work: async ({ obey, call, approve, books, mx: entity_id }) => {
      const open = await call('search_invoices', {
        entity_id,
        Contact: 'Hoteles Tepozan',
        Statuses: 'AUTHORISED',
      });
      assert.ok(
        (open['data'] as Answer[]).every(({ counterparty }) => /TEPOZAN/.test(counterparty.name as string)),
      );
      const { id: InvoiceID, total } = await obey('create_invoice', {
        entity_id,
        Contact: { Name: 'Hoteles Tepozan' },
        Date: '2026-11-23',
        DueDate: '2026-12-08',
        CurrencyCode: 'MXN',
        LineItems: [{ Description: 'Consulting', Quantity: 2, UnitAmount: 1200 }],
      });
      const { approval_request_id } = await obey('submit_invoice', { entity_id, InvoiceID });
      await approve(approval_request_id as string);
      const payment = {
        entity_id,
        Invoice: { InvoiceID },
        Amount: 1000,
        Date: '2026-11-23',
        Reference: 'SPEI 9',
      };
      await obey('record_invoice_payment', payment);
      const invoice = await books('get_invoice', { entity_id, invoice_id: InvoiceID });
      assert.deepEqual(
        [invoice['due_date'], invoice['amount_paid'], invoice['balance_due'], total],
        ['2026-12-08', 1000, Number(total) - 1000, 2784],
      );
    },
  },
];
