// What was read of a received document: as the books hold it where a bill or credit note was made of it, else by its head.
import type { ComponentChildren, VNode } from 'preact';
import type { BillLine, BillTaxItem } from '../../../../generated/types.ts';
import { describeReceived } from '../../../domain/documents/received/describe.ts';
import { useCompany } from '../../context.ts';
import { figure, sum } from '../../format.ts';
import { Day, Facts, Money, stateText } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { accountText } from '../bills/tables.tsx';
import type { InHand } from './data.ts';

const taxText = ({ language, words }: CompanyVisit, { kind, factor, rate, name }: BillTaxItem): string => {
  const size =
    factor === 'exempt'
      ? words.document.exempt
      : rate === null
        ? ''
        : `${figure(language, rate)}${factor === 'rate' ? ' %' : ''}`;
  // Its parts stay on one line.
  return `${name ?? (kind === 'VAT' ? words.document.vat : kind)} ${size}`.trim().replaceAll(' ', '\u00a0');
};

const Taxes = ({ line }: { line: BillLine }): VNode => {
  const visit = useCompany();
  const retained = (line.withholdings ?? []).map(
    (tax) => `${taxText(visit, tax)} (${visit.words.document.retained})`,
  );
  return <>{[...(line.taxes ?? []).map((tax) => taxText(visit, tax)), ...retained].join(', ')}</>;
};

/** The records that it is about. */
const linksOf = (
  visit: CompanyVisit,
  row: InHand['row'],
): readonly (readonly [string, ComponentChildren])[] => {
  const { inbox: own } = visit.words;
  return [
    [own.bill, row.bill_id && <a href={visit.href(`/bills/${row.bill_id}`)}>{row.number ?? row.bill_id}</a>],
    [
      own.answers,
      row.invoice_id && (
        <a href={visit.href(`/invoices/${row.invoice_id}`)}>{row.number ?? row.invoice_id}</a>
      ),
    ],
    ...row.links.payments.map(
      (id) => [own.proves, <a href={visit.href(`/payments/${id}`)}>{id}</a>] as const,
    ),
  ];
};

export const ReadingPart = ({ of: { row, made } }: { of: InHand }): VNode => {
  const visit = useCompany();
  const { common: words, inbox: own, bill: bills } = visit.words;
  const { supplier, uuid, profile, total, amount_due } = describeReceived(row);
  const currency = row.currency ?? visit.entity.currency;
  const payee = made !== undefined && 'payee_account' in made ? accountText(made) : null;
  const money = (label: string, value: number | null | undefined): readonly [string, VNode | null] => [
    label,
    value === null || value === undefined || value === 0 ? null : <Money value={value} currency={currency} />,
  ];
  return (
    <section class="card" aria-label={own.reading}>
      <h2>{own.reading}</h2>
      <p class="quiet">{own.byOthers}</p>
      <Facts
        rows={[
          [
            words.supplier,
            supplier.counterparty_id === null ? (
              supplier.name
            ) : (
              <>
                <a href={visit.href(`/counterparties/${supplier.counterparty_id}`)}>{supplier.name}</a>
                {supplier.proposed && <small> {own.newSupplier}</small>}
              </>
            ),
          ],
          [own.taxId, supplier.tax_id],
          [words.number, row.number],
          [words.issued, row.issue_date && <Day value={row.issue_date} />],
          [words.due, row.due_date && <Day value={row.due_date} />],
          money(words.subtotal, made?.subtotal),
          money(words.tax, made?.tax_total),
          money(words.withheld, made?.withheld_total),
          money(words.total, made?.total ?? total),
          ...(amount_due === total ? [] : [money(bills.owed, amount_due)]),
          [bills.payee, payee],
          [own.reference, made?.terms.payment_reference],
          [own.references, (made?.terms.references ?? []).map(({ id }) => id).join(', ')],
          ['UUID', uuid],
          [own.kind, [stateText(visit.language, row.kind), profile].filter(Boolean).join(', ')],
          ...linksOf(visit, row),
        ]}
      />
      {made !== undefined && (
        <Table
          caption={bills.lines}
          rows={made.line_items}
          columns={[
            { head: words.description, main: true, cell: (line) => line.description },
            { head: words.quantity, figure: true, cell: (line) => figure(visit.language, line.quantity) },
            { head: words.price, figure: true, cell: (line) => figure(visit.language, line.unit_price, 2) },
            { head: words.tax, cell: (line) => <Taxes line={line} /> },
            {
              head: words.amount,
              figure: true,
              cell: (line) => sum(visit.language, line.subtotal, currency),
            },
          ]}
        />
      )}
    </section>
  );
};
