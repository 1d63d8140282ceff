// Filed invoices in a database, as the worker leaves them before they are delivered.
import { toInstant } from '../../../../src/db/instant.ts';
import { scoped } from '../../../../src/db/scoped.ts';
import { keepDocument } from '../../../../src/domain/filing/store/documents.ts';
import { toDocument } from '../../../../src/domain/documents/invoices/document.ts';
import { getInvoice } from '../../../../src/domain/documents/invoices/search.ts';
import type { TestBooks } from '../../../support/scope.ts';
import { filedXml } from '../../../pdf/samples.ts';
import { type InvoiceFacts, addCustomer, addInvoice } from '../../invoices/books.ts';

/** Tax ids that several customers may share, or none. */
const CUSTOMERS = {
  MX: { name: 'Cafetería Luna', details: { rfc: 'XAXX010101000' } },
  DE: { name: 'Nordwind Energie AG', details: { city: 'Hamburg' } },
} as const;

export interface FiledFacts {
  readonly email: string | null;
  readonly number?: string;
  readonly sandbox?: boolean;
  readonly status?: 'filed' | 'void';
}

let made = 0;

/** A customer of its own with one filed invoice. */
export const addFiled = async (
  books: TestBooks,
  { email, number, sandbox = true, status = 'filed' }: FiledFacts,
): Promise<{ readonly id: string; readonly xml: Buffer; readonly folio: string }> => {
  made += 1;
  const country = books.entity.country_code === 'MX' ? 'MX' : 'DE';
  const { name, details } = CUSTOMERS[country];
  const customer = await addCustomer(books, `${name} ${made}`, details);
  const facts: InvoiceFacts = country === 'MX' ? {} : { country_details: { buyer_reference: 'PO-7' } };
  const { header } = await addInvoice(books, customer, facts);
  const folio = number ?? String(100 + made);
  const xml = await books.write(async (ctx) => {
    await scoped(ctx, 'counterparty').update().set({ email }).where('id', '=', customer.id).execute();
    await scoped(ctx, 'invoice')
      .update()
      .set({
        status,
        filing_status: 'filed',
        series: 'F',
        number: folio,
        filing: JSON.stringify({
          uuid: 'u',
          filed_at: '2026-03-10T16:23:05.000Z',
          sandbox,
          delivery: { status: 'pending', recipient: null, sent_at: null },
        }),
        updated_at: toInstant(ctx.now),
      })
      .where('id', '=', header.id)
      .execute();
    const document = toDocument(books.entity, await getInvoice(ctx, header.id, 'invoice_id'));
    const bytes = filedXml(document, 'F', folio);
    await keepDocument(ctx, header.id, { kind: 'xml', media_type: 'application/xml', bytes });
    return bytes;
  });
  return { id: header.id, xml: xml.result, folio: `F-${folio}` };
};
