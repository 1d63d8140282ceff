// What a bill and a credit note of a supplier both show in rows, and the notes on a bill.
import type { VNode } from 'preact';
import type { Bill, BillCreditNoteRow, BillLine } from '../../../../generated/types.ts';
import type { Page } from '../../../domain/ground/lists/page.ts';
import { useCompany } from '../../context.ts';
import { figure } from '../../format.ts';
import { Day, Pager, State } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';

/** The account that the supplier named; null where it named none. */
export const accountText = ({ payee_account: account }: Pick<Bill, 'payee_account'>): string | null =>
  account === null
    ? null
    : [account.holder, account.iban ?? account.clabe ?? account.number, account.bic]
        .filter((part) => part !== null)
        .join(', ');

export const Lines = ({
  lines,
  currency,
}: {
  readonly lines: readonly BillLine[];
  readonly currency: string;
}): VNode => {
  const visit = useCompany();
  const { common: words, bill: own } = visit.words;
  return (
    <Table
      title={own.lines}
      rows={lines}
      columns={[
        { head: words.description, main: true, cell: (line) => line.description },
        { head: words.quantity, figure: true, cell: (line) => figure(visit.language, line.quantity) },
        { head: words.price, figure: true, cell: (line) => figure(visit.language, line.unit_price, 2) },
        { head: words.tax, money: (line) => [line.tax_amount, currency] },
        { head: words.total, money: (line) => [line.total, currency] },
      ]}
    />
  );
};

/** The credit notes of the supplier on this bill, whatever their state; nothing where there is none. */
export const Notes = ({ notes }: { readonly notes: Page<BillCreditNoteRow> }): VNode | null => {
  const visit = useCompany();
  const { common: words } = visit.words;
  if (notes.data.length === 0) return null;
  return (
    <>
      <Table
        title={words.creditNotes}
        rows={notes.data}
        columns={[
          {
            head: words.number,
            link: (row) => [visit.href(`/bill-credit-notes/${row.id}`), row.number ?? row.id],
          },
          { head: words.issued, cell: (row) => <Day value={row.issue_date} /> },
          { head: words.status, cell: (row) => <State value={row.status} /> },
          { head: words.total, money: (row) => [row.total, row.currency] },
        ]}
      />
      {notes.next_cursor !== undefined && <Pager page={notes} />}
    </>
  );
};
