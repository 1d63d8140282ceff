// Credit notes: documents with the life of an invoice.
import { listed } from '../../list-page.tsx';
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { minorToWire } from '../../../base/money/amount.ts';
import {
  type CreditNoteView,
  describeNote,
  noteFiling,
} from '../../../domain/documents/credit-notes/describe.ts';
import { findAcuse } from '../../../domain/filing/cancellation/acuse.ts';
import { describeResponses } from '../../../domain/documents/shared/responses.ts';
import { formatFolio } from '../../../domain/documents/shared/document.ts';
import { listNotes, loadNote } from '../../../domain/documents/credit-notes/store/notes.ts';
import { filedXml } from '../../../domain/filing/store/documents.ts';
import { figure } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { Send } from '../../parts/form.tsx';
import { Day, Facts, Head, Money, State, Go } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { Checks, Filing } from '../documents/content.tsx';
import { Responses } from '../documents/responses.tsx';
import { cancel, discard, submit } from './acts.ts';
import { Void } from './acts-view.tsx';
import { Files } from './show.tsx';

export const creditNoteList = companyPage({
  path: '/credit-notes',
  role: 'viewer',
  query: ({ books }) => listNotes(books),
  view: (notes, visit) => {
    const { common: words, invoice: own } = visit.words;
    return listed(
      { data: notes },
      {
        title: own.creditTitle,
        none: own.noCredits,
        columns: [
          {
            head: words.number,
            link: (note) => [
              visit.href(`/credit-notes/${note.id}`),
              note.status === 'draft' ? words.states.draft : formatFolio(note),
            ],
          },
          { head: words.customer, cell: ({ customer_name }) => customer_name },
          { head: words.issued, cell: ({ issue_date }) => <Day value={issue_date} /> },
          { head: words.status, cell: ({ status }) => <State value={status} /> },
          {
            head: words.total,
            money: ({ total_minor, currency }) => [minorToWire(total_minor, currency), currency],
          },
        ],
      },
    );
  },
});

interface NoteLine {
  readonly position: number;
  readonly description: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly subtotal: number;
  readonly tax_rate: number;
}

export const creditNotePage = companyPage({
  path: '/credit-notes/:document',
  role: 'viewer',
  query: async ({ books, entity, params }) => {
    const record = await loadNote(books, params['document'] ?? '');
    if (record === undefined) return undefined;
    const note = describeNote(entity, record, books);
    return {
      note,
      ...describeResponses(noteFiling(record.header)),
      hasXml: (await filedXml(books, note.id)) !== undefined,
      acuse: (await findAcuse(books, note.id)) !== undefined,
    };
  },
  acts: { submit, discard, void: cancel },
  view: ({ note, responses, hasXml, acuse }, visit) => {
    const { common: words, invoice: own } = visit.words;
    const title = note.folio ?? words.states.draft;
    const money = (value: number) => <Money value={value} currency={note.currency} />;
    const { approval } = note.filing;
    return {
      title: `${own.creditTitle} ${title}`,
      ...(note.filing.status === 'pending' ? { again: 3 } : {}),
      main: (
        <>
          <Head title={title} note={own.creditTitle}>
            <State value={note.status} />
          </Head>
          <Facts
            rows={[
              [
                words.customer,
                <a href={visit.href(`/counterparties/${note.counterparty.id}`)}>{note.counterparty.name}</a>,
              ],
              [own.ofInvoice, <a href={visit.href(`/invoices/${note.invoice_id}`)}>{note.invoice_id}</a>],
              [words.issued, <Day value={note.issue_date} />],
              [words.reason, own.creditReasons[note.reason]],
              [words.subtotal, money(note.subtotal)],
              [words.tax, money(note.tax_total)],
              [words.withheld, note.withheld_total === 0 ? null : money(note.withheld_total)],
              [words.total, money(note.total)],
              [words.notes, note.notes],
            ]}
          />
          {note.status === 'draft' && <Checks compliance={note.compliance} ask />}
          {visit.may('accountant') && note.status === 'draft' && (
            <div class="buttons">
              {note.filing.status === 'awaiting_approval' && approval !== null ? (
                <Go to={`/approvals/${approval.id}`} text={own.decide} />
              ) : (
                <Send act="submit" text={own.submit} />
              )}
              {note.filing.status === 'failed' && approval?.status === 'approved' && (
                <Send act="retry" text={own.retry} action={`/approvals/${approval.id}`} />
              )}
              <Send act="discard" text={own.discard} danger />
            </div>
          )}
          <NoteLines note={note} />
          {visit.may('administrator') && note.status === 'filed' && note.filing.model === 'clearance' && (
            <Void />
          )}
          <Responses responses={responses} />
          <Filing filing={note.filing} approvalHref={(id) => `/approvals/${id}`} />
          {note.status !== 'draft' && (
            <Files base={visit.href(`/credit-notes/${note.id}`)} xml={hasXml} acuse={acuse} />
          )}
        </>
      ),
    };
  },
});

const NoteLines = ({ note }: { note: CreditNoteView }): VNode => {
  const visit = useCompany();
  const { common: words, document: documents } = visit.words;
  return (
    <Table<NoteLine>
      caption={documents.lines}
      rows={note.line_items}
      columns={[
        { head: words.description, main: true, cell: (line) => line.description },
        { head: words.quantity, figure: true, cell: (line) => figure(visit.language, line.quantity) },
        { head: words.price, figure: true, cell: (line) => figure(visit.language, line.unit_price, 2) },
        {
          head: documents.rate,
          figure: true,
          cell: (line) => `${figure(visit.language, line.tax_rate)} %`,
        },
        { head: words.amount, money: (line) => [line.subtotal, note.currency] },
      ]}
    />
  );
};
