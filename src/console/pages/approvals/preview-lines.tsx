// The lines of a preview, and of a payment complement the invoices that it pays.
import { useVisit } from '../../context.ts';
import type { VNode } from 'preact';
import type { PreviewLine, PreviewPaidDocument } from '../../../../generated/types.ts';
import { figure } from '../../format.ts';
import { Facts, Section, Small } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { Derived } from '../documents/content.tsx';
import { nameOf } from './field-words.ts';
import { isEmpty, type Part, rowsOf, Sum, Tax } from './preview-parts.tsx';

const Codes = ({ line, preview }: Part & { line: PreviewLine }): VNode => {
  const visit = useVisit();
  const { country_details, product_number, customs_number, property_account, period, invoice_line } = line;
  const { currency } = preview.totals;
  const said = { invoice_line, product_number, customs_number, property_account, period };
  return (
    <small>
      {Object.entries(country_details)
        .filter(([, value]) => !isEmpty(value))
        .map(([name, value]) => (
          <div>
            {nameOf(visit.language, name)}{' '}
            <Derived of={preview.derived} path={`line_items[${line.position - 1}].country_details.${name}`}>
              <code>{String(value)}</code>
            </Derived>
          </div>
        ))}
      {rowsOf(visit, said, currency).map(([name, value]) => (
        <div>
          {name} {value}
        </div>
      ))}
    </small>
  );
};

export const Lines = ({ preview }: Part): VNode | null => {
  const visit = useVisit();
  const { document: own, common: words } = visit.words;
  const { lines, totals } = preview;
  const { currency } = totals;
  if (lines.length === 0) return null;
  return (
    <section class="filed-lines">
      <h2>{own.lines}</h2>
      <Table<PreviewLine>
        caption={own.lines}
        rows={lines}
        columns={[
          {
            head: words.description,
            main: true,
            cell: (line) => (
              <div>
                {line.description} <Codes line={line} preview={preview} />
              </div>
            ),
          },
          {
            head: words.quantity,
            figure: true,
            cell: ({ quantity, unit_code }) => (
              <div>
                <data value={String(quantity)}>{figure(visit.language, quantity)}</data>{' '}
                <small>{unit_code}</small>
              </div>
            ),
          },
          {
            head: words.price,
            figure: true,
            cell: ({ unit_price }) => <Sum value={unit_price} currency={currency} />,
          },
          {
            head: own.discount,
            figure: true,
            cell: (line) => <LineDiscount line={line} currency={currency} />,
          },
          {
            head: own.taxes,
            cell: ({ taxes, tax_rate, tax_amount }) =>
              taxes.length > 0 ? (
                <div>
                  {taxes.map((tax) => (
                    <Tax tax={tax} currency={currency} />
                  ))}
                </div>
              ) : (
                <div>
                  {figure(visit.language, tax_rate)} % <Sum value={tax_amount} currency={currency} />
                </div>
              ),
          },
          {
            head: words.amount,
            figure: true,
            cell: (line) => <LineAmount line={line} currency={currency} />,
          },
        ]}
      />
    </section>
  );
};

interface OfLine {
  readonly line: PreviewLine;
  readonly currency: string;
}

const LineAmount = ({ line: { subtotal, gross_amount, discount_amount }, currency }: OfLine): VNode => {
  const visit = useVisit();
  return (
    <div>
      <Sum value={subtotal} currency={currency} />
      {discount_amount !== 0 && (
        <Small>
          {visit.words.approval.beforeDiscount} <Sum value={gross_amount} currency={currency} />
        </Small>
      )}
    </div>
  );
};

/** As the file states them; one that it leaves out is in the price already. */
const LineDiscount = ({ line: { allowances, discount_amount }, currency }: OfLine): VNode => {
  const visit = useVisit();
  return (
    <div>
      {discount_amount !== 0 && <Sum value={-discount_amount} currency={currency} />}
      {allowances.map(({ charge, reason, percent, base, amount }) => (
        <Small>
          {reason} {percent !== null && `${figure(visit.language, percent)} %`}{' '}
          <Sum value={charge ? amount : -amount} currency={currency} />{' '}
          {base !== null && (
            <div>
              {nameOf(visit.language, 'base')} <Sum value={base} currency={currency} />
            </div>
          )}
        </Small>
      ))}
    </div>
  );
};

export const Payment = ({ preview }: Part): VNode | null => {
  const visit = useVisit();
  const { payment } = preview;
  if (payment === null) return null;
  const { documents, taxes: _taxes, ...said } = payment;
  const name = (key: string): string => nameOf(visit.language, key);
  const sum = (row: PreviewPaidDocument, key: 'balance_before' | 'paid' | 'balance_after'): VNode => (
    <Sum value={row[key]} currency={row.currency} />
  );
  return (
    <Section title={name('payment')}>
      <Facts rows={rowsOf(visit, said, payment.currency)} />
      <Table<PreviewPaidDocument>
        caption={name('documents')}
        rows={documents}
        columns={[
          {
            head: name('folio'),
            main: true,
            cell: ({ folio, uuid, invoice_id }) => (
              <div>
                {folio} <small>{uuid}</small>
                <Small>
                  <code>{invoice_id}</code>
                </Small>
              </div>
            ),
          },
          { head: name('installment'), count: ({ installment }) => installment },
          { head: name('balance_before'), figure: true, cell: (row) => sum(row, 'balance_before') },
          { head: name('paid'), figure: true, cell: (row) => sum(row, 'paid') },
          { head: name('balance_after'), figure: true, cell: (row) => sum(row, 'balance_after') },
          {
            head: name('equivalence'),
            figure: true,
            cell: ({ equivalence }) =>
              equivalence === null ? '–' : figure(visit.language, equivalence, 0, 10),
          },
          {
            head: name('taxes'),
            cell: ({ taxes, tax_object, currency }) => (
              <div>
                {taxes.map((tax) => (
                  <Tax tax={tax} currency={currency} />
                ))}
                <small>
                  {name('tax_object')} <code>{tax_object}</code>
                </small>
              </div>
            ),
          },
        ]}
      />
    </Section>
  );
};
