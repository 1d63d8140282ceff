// The files that go to the buyer with an invoice.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import type { Invoice, InvoiceAttachment } from '../../../../generated/types.ts';
import { describeInvoice } from '../../../domain/documents/invoices/describe.ts';
import { getInvoice } from '../../../domain/documents/invoices/search.ts';
import { readFiles } from '../../../domain/documents/invoices/store/invoices.ts';
import { fileSize } from '../../format.ts';
import { companyFile } from '../../page.ts';
import { Table } from '../../parts/show.tsx';
import { draftWords } from '../../../../generated/texts/draft.ts';

export const Attachments = ({ invoice }: { invoice: Invoice }): VNode | null => {
  const visit = useCompany();
  const own = draftWords(visit.language);
  const rows = (invoice.attachments ?? []).map((file, at) => ({ ...file, position: at + 1 }));
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{own.attachments}</h2>
      <Table<InvoiceAttachment & { readonly position: number }>
        caption={own.attachments}
        rows={rows}
        columns={[
          {
            head: own.file,
            link: ({ name, position }) => [
              visit.href(`/invoices/${invoice.id}/attachments/${position}`),
              name,
            ],
          },
          { head: own.size, figure: true, cell: ({ size }) => fileSize(visit.language, size) },
        ]}
      />
    </section>
  );
};

export const attachmentFile = companyFile(
  '/invoices/:document/attachments/:file',
  'viewer',
  async ({ books, entity, params }) => {
    const record = await getInvoice(books, params['document'] ?? '', 'invoice_id');
    const at = Number(params['file']) - 1;
    const file = describeInvoice(entity, record, books).attachments?.[at];
    const body = file === undefined ? undefined : (await readFiles(books, record.header.id))[at];
    return file === undefined || body === undefined
      ? undefined
      : { type: file.mime_type, name: file.name, body };
  },
);
