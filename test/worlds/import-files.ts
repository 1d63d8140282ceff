// A world's books as files for `import`: counterparties, documents and the payments recorded by hand, as NDJSON.
import type { MatchDocument, MatchPayment } from '../../src/matching/types.ts';
import { decimal } from './statements.ts';
import type { World } from './types.ts';
import { DE_STREETS } from './vocabulary/de-names.ts';

export interface ImportFile {
  readonly type:
    | 'counterparties'
    | 'invoices'
    | 'bills'
    | 'invoice_payments'
    | 'bill_payments'
    | 'exchange_rates';
  readonly content: string;
}

const ndjson = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const major = (minor: number): number => Number(decimal(minor));

/** Without an RFC, the regime of the generic one; people have longer RFCs than companies. */
const regimeOf = (rfc: string | null): string => (rfc === null ? '616' : rfc.length === 13 ? '612' : '601');

const counterparties = ({ input }: World): object[] => {
  const suppliers = new Set(
    input.documents.filter(({ type }) => type === 'bill').map(({ partyId }) => partyId),
  );
  return input.parties.map(({ id, name, taxId }, index) => {
    const details =
      input.country === 'MX'
        ? { rfc: taxId ?? 'XAXX010101000', fiscal_regime_code: regimeOf(taxId) }
        : {
            ...(taxId === null ? {} : { vat_id: taxId }),
            street: `${DE_STREETS[index % DE_STREETS.length] ?? ''} ${index + 1}`,
            city: 'Berlin',
          };
    return {
      external_id: id,
      name,
      country_code: input.country,
      postal_code: input.country === 'MX' ? '37000' : '10117',
      country_details: details,
      is_customer: !suppliers.has(id),
      is_supplier: suppliers.has(id),
    };
  });
};

const common = (document: MatchDocument): object => ({
  external_id: document.id,
  counterparty: document.partyId,
  ...(document.series === null ? {} : { series: document.series }),
  ...(document.uuid === null ? {} : { uuid: document.uuid }),
  issue_date: document.issueDate,
  due_date: document.dueDate,
  currency: document.currency,
  total: major(document.totalMinor),
  balance_due: major(document.balanceMinor),
  ...(document.title === null ? {} : { title: document.title }),
});

const payment = ({
  id,
  amountMinor,
  currency,
  date,
  reference,
  documentIds,
  type,
}: MatchPayment): object => ({
  external_id: id,
  document: documentIds[0] ?? '',
  amount: major(amountMinor),
  currency,
  ...(type === 'invoice_payment' ? { payment_date: date } : { paid_on: date }),
  ...(reference === null ? {} : { reference }),
});

/** One for each day and foreign currency in the books. */
const rates = ({ input }: World): object[] => {
  const foreign = new Set(
    input.documents.map(({ currency }) => currency).filter((code) => code !== input.currency),
  );
  const days = [...new Set(input.lines.map(({ date }) => date))];
  return [...foreign].flatMap((base) =>
    days.flatMap((date) => {
      const rate = input.rate(base, input.currency, date);
      return rate === undefined
        ? []
        : [{ date, base, quote: input.currency, rate: Number(rate.toFixed(6)), source: 'world' }];
    }),
  );
};

/** In the order in which they must be imported. */
export const toImportFiles = (world: World): ImportFile[] => {
  const { documents, payments } = world.input;
  const voided = (document: MatchDocument): boolean => world.facts.voided.has(document.id);
  const invoices = documents.filter(({ type }) => type === 'invoice');
  const bills = documents.filter(({ type }) => type === 'bill');
  const files: ImportFile[] = [
    { type: 'counterparties', content: ndjson(counterparties(world)) },
    {
      type: 'invoices',
      content: ndjson(
        invoices.map((invoice) => ({
          ...common(invoice),
          number: invoice.number,
          status: voided(invoice) ? 'void' : 'filed',
        })),
      ),
    },
    {
      type: 'bills',
      content: ndjson(
        bills.map((bill) => ({
          ...common(bill),
          bill_number: bill.number,
          status: voided(bill) ? 'reversed' : 'received',
        })),
      ),
    },
    {
      type: 'invoice_payments',
      content: ndjson(payments.filter(({ type }) => type === 'invoice_payment').map(payment)),
    },
    {
      type: 'bill_payments',
      content: ndjson(payments.filter(({ type }) => type === 'bill_payment').map(payment)),
    },
    { type: 'exchange_rates', content: ndjson(rates(world)) },
  ];
  return files.filter(({ content }) => content !== '');
};
