// An invoice: what it says, how its filing went, what was paid, and every act that its state allows.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import type { Invoice, InvoiceAttachment, InvoicePaymentItem } from '../../../../generated/types.ts';
import { describeComplement } from '../../../domain/documents/complements/describe.ts';
import { findComplementsOn, loadComplement } from '../../../domain/documents/complements/store.ts';
import { noteFolio } from '../../../domain/documents/credit-notes/describe.ts';
import { findNotesOn } from '../../../domain/documents/credit-notes/store/notes.ts';
import { ACUSE_MEDIA_TYPE, findAcuse } from '../../../domain/filing/cancellation/acuse.ts';
import { filedXml } from '../../../domain/filing/store/documents.ts';
import { previewPdf, readPdf } from '../../../domain/filing/delivery/pdf.ts';
import { describeInTurns, describeInvoice } from '../../../domain/documents/invoices/describe.ts';
import { getInvoice } from '../../../domain/documents/invoices/search.ts';
import { invoicePaymentItems } from '../../../domain/documents/payments/items.ts';
import { describeResponses } from '../../../domain/documents/shared/responses.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { companyFile, companyPage } from '../../page.ts';
import { Day, Go, Head, Section, State } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { Checks, Filing, InvoiceFacts, Lines, Totals } from '../documents/content.tsx';
import { Responses } from '../documents/responses.tsx';
import { INVOICE_ACTS } from './acts.ts';
import { Acts } from './acts-view.tsx';
import { Asked, approveAsked, askedCancellation, rejectAsked } from './cancellation.tsx';
import { readFiles } from '../../../domain/documents/invoices/store/invoices.ts';
import { fileSize } from '../../format.ts';

export interface Belonging {
  readonly href: string;
  readonly text: string;
  readonly status: string;
  readonly amount: number;
}

/** Credit notes and complements that name the invoice. */
const belongingOf = async (
  { books, entity, href, words: all }: CompanyVisit,
  id: string,
): Promise<Belonging[]> => {
  const { common: words } = all;
  const notes = (await findNotesOn(books, id)).map((note) => ({
    href: href(`/credit-notes/${note.id}`),
    text: `${words.creditNotes}: ${noteFolio(note) ?? words.states.draft}`,
    status: note.status,
    amount: -minorToWire(note.total_minor, note.currency),
  }));
  const complements: Belonging[] = [];
  for (const header of await findComplementsOn(books, id)) {
    const record = await loadComplement(books, header.id);
    if (record === undefined) continue;
    const view = describeComplement(entity, record, books);
    complements.push({
      href: href(`/complements/${view.id}`),
      text: `${words.complements}: ${view.folio ?? words.states.draft}`,
      status: view.status,
      amount: view.amount,
    });
  }
  return [...notes, ...complements];
};

export const invoicePage = companyPage({
  path: '/invoices/:document',
  role: 'viewer',
  query: async (visit) => {
    const { books, entity, params } = visit;
    const record = await getInvoice(books, params['document'] ?? '', 'invoice_id');
    const invoice = await describeInTurns(
      entity,
      record,
      books,
      await invoicePaymentItems(books, record.header),
    );
    const { responses } = describeResponses(record.header);
    const replaced = record.header.closed_on !== null;
    return {
      invoice,
      responses,
      derived: record.header.content?.derived ?? [],
      replaced,
      hasXml: (await filedXml(books, invoice.id)) !== undefined,
      belonging: await belongingOf(visit, invoice.id),
      asked: await askedCancellation(visit, invoice.id),
      acuse: (await findAcuse(books, invoice.id)) !== undefined,
    };
  },
  acts: { ...INVOICE_ACTS, approve_cancellation: approveAsked, reject_cancellation: rejectAsked },
  view: ({ invoice, responses, derived, replaced, hasXml, belonging, asked, acuse }, visit) => {
    const { common: words } = visit.words;
    const title = invoice.folio ?? invoice.title ?? words.states.draft;
    const underWay =
      invoice.filing.status === 'pending' || invoice.filing.cancellation?.status === 'requested';
    return {
      title: `${title} · ${invoice.counterparty.name}`,
      ...(underWay ? { again: 3 } : {}),
      main: (
        <>
          <Head title={title} note={invoice.title ?? undefined}>
            <State value={invoice.display_status} />
            {invoice.filing.sandbox === true && <span class="state wait">Sandbox</span>}
          </Head>
          {asked !== undefined && <Asked asked={asked} />}
          <InvoiceFacts
            invoice={invoice}
            customerHref={visit.href(`/counterparties/${invoice.counterparty.id}`)}
          />
          {invoice.status === 'draft' && <Checks compliance={invoice.compliance} ask />}
          <Acts invoice={invoice} replaced={replaced} />
          <Lines invoice={invoice} derived={derived} />
          <Totals invoice={invoice} />
          <Attachments invoice={invoice} />
          <Payments invoice={invoice} />
          <Belongings invoice={invoice} belonging={belonging} />
          <Responses responses={responses} />
          <Filing filing={invoice.filing} approvalHref={(id) => `/approvals/${id}`} />
          {invoice.status !== 'draft' && (
            <Files base={visit.href(`/invoices/${invoice.id}`)} xml={hasXml} acuse={acuse} />
          )}
        </>
      ),
    };
  },
});

interface FilesOf {
  readonly base: string;
  /** Whether there is one; a document that went as a PDF alone has none. */
  readonly xml?: boolean;
  /** Whether a cancellation of it was acknowledged. */
  readonly acuse: boolean;
}

export const Files = ({ base, xml = true, acuse }: FilesOf): VNode => {
  const { document: own } = useCompany().words;
  return (
    <Section title={own.files}>
      <div class="buttons">
        <Go to={`${base}/document.pdf`} text={own.pdf} quiet />
        {xml && <Go to={`${base}/document.xml`} text={own.xml} quiet />}
        {acuse && <Go to={`${base}/acuse.xml`} text={own.acuse} quiet />}
      </div>
    </Section>
  );
};

const Payments = ({ invoice }: { invoice: Invoice }): VNode | null => {
  const visit = useCompany();
  const { common: words, invoice: own } = visit.words;
  return (
    <Table<InvoicePaymentItem>
      title={own.payments}
      rows={invoice.payments}
      empty={own.nonePaid}
      columns={[
        {
          head: words.date,
          link: (row) => [visit.href(`/payments/${row.id}`), <Day value={row.payment_date} />],
        },
        { head: words.method, cell: (row) => words.methods[row.payment_method] },
        { head: words.reference, cell: (row) => row.reference_number },
        { head: words.amount, money: (row) => [row.allocated_amount, invoice.currency] },
      ]}
    />
  );
};

const Belongings = ({
  invoice,
  belonging,
}: {
  invoice: Invoice;
  belonging: readonly Belonging[];
}): VNode | null => {
  const { common: words, invoice: own } = useCompany().words;
  if (belonging.length === 0) return null;
  return (
    <Table<Belonging>
      title={own.belonging}
      rows={belonging}
      columns={[
        { head: words.number, main: true, cell: ({ href, text }) => <a href={href}>{text}</a> },
        { head: words.status, cell: ({ status }) => <State value={status} /> },
        { head: words.amount, money: ({ amount }) => [amount, invoice.currency] },
      ]}
    />
  );
};

/** The files of any filed document, whatever its kind. */
export const documentFiles = (noun: 'invoices' | 'credit-notes' | 'complements') => [
  companyFile(`/${noun}/:document/document.xml`, 'viewer', async ({ books, params }) => {
    const id = params['document'] ?? '';
    const found = await filedXml(books, id);
    return found === undefined
      ? undefined
      : { type: 'application/xml', name: `${id}.xml`, body: found.bytes };
  }),
  companyFile(`/${noun}/:document/acuse.xml`, 'viewer', async ({ books, params }) => {
    const id = params['document'] ?? '';
    const body = await findAcuse(books, id);
    return body && { type: ACUSE_MEDIA_TYPE, name: `${id}.acuse.xml`, body };
  }),
  companyFile(`/${noun}/:document/document.pdf`, 'viewer', async ({ books, params, parts }) => {
    const id = params['document'] ?? '';
    const bytes = await readPdf(parts.print, books, id);
    return bytes === undefined
      ? undefined
      : { type: 'application/pdf', name: `${id}.pdf`, body: bytes, inline: true };
  }),
  companyFile(`/${noun}/:document/preview.pdf`, 'viewer', async ({ books, params, parts }) => {
    const id = params['document'] ?? '';
    // A browser that goes back asks for the draft once more, which is filed by then.
    const bytes = (await previewPdf(parts.print, books, id)) ?? (await readPdf(parts.print, books, id));
    return bytes === undefined
      ? undefined
      : { type: 'application/pdf', name: `${id}.pdf`, body: bytes, inline: true };
  }),
];

export const Attachments = ({ invoice }: { invoice: Invoice }): VNode | null => {
  const visit = useCompany();
  const { draft: own } = visit.words;
  const rows = (invoice.attachments ?? []).map((file, at) => ({ ...file, position: at + 1 }));
  if (rows.length === 0) return null;
  return (
    <Table<InvoiceAttachment & { readonly position: number }>
      title={own.attachments}
      rows={rows}
      columns={[
        {
          head: own.file,
          link: ({ name, position }) => [visit.href(`/invoices/${invoice.id}/attachments/${position}`), name],
        },
        { head: own.size, figure: true, cell: ({ size }) => fileSize(visit.language, size) },
      ]}
    />
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
