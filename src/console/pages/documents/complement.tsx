// A payment complement as it will be filed: the payment, each invoice with its instalment and balances, and the taxes.
import { useVisit } from '../../context.ts';
import type { VNode } from 'preact';
import type {
  ComplementPreview,
  PreviewedInvoice,
  PreviewedTax,
} from '../../../domain/documents/complements/preview.ts';
import { figure, sum } from '../../format.ts';
import { Day, Facts, Money, Section } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { Visit } from '../../visit.ts';

/** c_Impuesto. */
const TAXES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

const taxName = (visit: Visit, { tax, factor, rate, withheld }: PreviewedTax): string => {
  const { document: own } = visit.words;
  const size =
    rate === null
      ? factor === 'Exento'
        ? own.exempt
        : ''
      : `${figure(visit.language, rate)}${factor === 'Tasa' ? ' %' : ''}`;
  return `${TAXES[tax] ?? tax} ${size}${withheld ? ` (${own.retained})` : ''}`.trim();
};

const Taxes = ({ taxes, currency }: { taxes: readonly PreviewedTax[]; currency: string }) => {
  const visit = useVisit();
  const { complement: words, document: own } = visit.words;
  return (
    <Table<PreviewedTax>
      caption={words.taxes}
      rows={taxes}
      columns={[
        { head: own.taxes, main: true, cell: (tax) => taxName(visit, tax) },
        {
          head: own.base,
          figure: true,
          cell: ({ base }) => (base === null ? '' : figure(visit.language, base, 2)),
        },
        {
          head: visit.words.common.amount,
          figure: true,
          cell: ({ amount }) => (amount === null ? '' : `${figure(visit.language, amount, 2)} ${currency}`),
        },
      ]}
    />
  );
};

const Invoices = ({
  invoices,
  href,
}: {
  invoices: readonly PreviewedInvoice[];
  href: (path: string) => string;
}): VNode => {
  const visit = useVisit();
  const { complement: words, common, document: own } = visit.words;
  const inOwn = (value: number, { currency: code }: PreviewedInvoice): VNode => (
    <Money value={value} currency={code} />
  );
  const converts = invoices.some(({ equivalence }) => equivalence !== 1);
  return (
    <Table<PreviewedInvoice>
      title={words.invoices}
      rows={invoices}
      columns={[
        {
          head: common.number,
          main: true,
          cell: (row) => (
            <>
              <a href={href(`/invoices/${row.invoice_id}`)}>{row.folio ?? row.uuid}</a>
              <br />
              <small>{row.uuid}</small>
            </>
          ),
        },
        { head: words.installment, figure: true, cell: (row) => figure(visit.language, row.installment) },
        { head: words.before, figure: true, cell: (row) => inOwn(row.balance_before, row) },
        { head: common.paid, figure: true, cell: (row) => inOwn(row.paid, row) },
        { head: words.after, figure: true, cell: (row) => inOwn(row.balance_after, row) },
        { head: words.object, cell: (row) => <code>{row.tax_object}</code> },
        {
          head: own.taxes,
          cell: (row) =>
            row.taxes.map((tax) => (
              <div>
                {taxName(visit, tax)}:{' '}
                {tax.amount === null ? '' : sum(visit.language, tax.amount, row.currency)}
              </div>
            )),
        },
        ...(converts
          ? [
              {
                head: words.equivalence,
                count: (row: PreviewedInvoice) => row.equivalence,
                least: 0,
                most: 10,
              },
            ]
          : []),
      ]}
    />
  );
};

export const ComplementContent = ({
  complement,
  href,
}: {
  complement: ComplementPreview;
  /** Of a page of this company. */
  href: (path: string) => string;
}): VNode => {
  const visit = useVisit();
  const { complement: words, common, document: own } = visit.words;
  const { counterparty, currency, exchange_rate, invoices, taxes } = complement;
  return (
    <>
      <Facts
        rows={[
          [
            common.customer,
            <>
              <a href={href(`/counterparties/${counterparty.id}`)}>{counterparty.name}</a>{' '}
              {counterparty.tax_id}
            </>,
          ],
          [
            words.paidOn,
            <a href={href(`/payments/${complement.payment_id}`)}>
              <Day value={complement.payment_date} />
            </a>,
          ],
          [words.form, complement.payment_form],
          [words.operation, complement.operation_number],
          [own.exchangeRate, exchange_rate === null ? null : figure(visit.language, exchange_rate)],
          [common.amount, <Money value={complement.amount} currency={currency} />],
        ]}
      />
      <Invoices invoices={invoices} href={href} />
      {taxes.length > 0 && (
        <Section title={words.taxes}>
          <Taxes taxes={taxes} currency={currency} />
        </Section>
      )}
      <p class="quiet">{words.zero}</p>
    </>
  );
};
