// Prints a payment complement (CFDI of type P): each payment with the invoices that it pays. All is read from the XML.
import { parseAmount } from '../../base/money/amount.ts';
import { currencyDigits } from '../../base/money/currency.ts';
import type { CfdiPaidDocument, CfdiPayment, CfdiPayments } from '../../einvoicing/mx-cfdi/payment/read.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import type { PrintedBlock, PrintedFact, PrintedRow, PrintedTable } from '../printed.ts';
import { codeText } from './catalogues.ts';
import { inSpanishWords } from './in-words.ts';
import { optional } from './parties.ts';
import { momentText, mxFigure } from './stamp.ts';
import { taxTexts } from './taxes.ts';

/** Totales are in pesos. */
const HOME = 'MXN';

export const complementFacts = (cfdi: Cfdi): readonly PrintedFact[] => [
  { label: 'Fecha de emisión', value: momentText(cfdi.issuedAt) },
  { label: 'Tipo de comprobante', value: codeText('type', cfdi.type) },
  { label: 'Exportación', value: codeText('export', cfdi.exportation) },
];

export const complementBlocks = ({ payments }: CfdiPayments): readonly PrintedBlock[] =>
  payments.map((payment, index) => ({
    heading: payments.length === 1 ? 'Pago' : `Pago ${index + 1}`,
    facts: paymentFacts(payment),
    table: paidTable(payment),
  }));

const accountOf = (bank: string | null, account: string | null): string | null =>
  bank === null && account === null ? null : [bank, account].filter((part) => part !== null).join(' · ');

const paymentFacts = (payment: CfdiPayment): readonly PrintedFact[] => [
  { label: 'Fecha de pago', value: momentText(payment.paidAt) },
  { label: 'Forma de pago', value: codeText('form', payment.form) },
  {
    label: 'Monto',
    value: `${mxFigure(payment.amount, currencyDigits(payment.currency))} ${payment.currency}`,
  },
  ...optional(
    'Tipo de cambio',
    payment.currency === HOME ? null : payment.exchangeRate,
    (rate) => `${mxFigure(rate)} ${HOME}`,
  ),
  ...optional('Número de operación', payment.operationNumber),
  ...optional(
    'Cuenta ordenante',
    accountOf(payment.payerBankName ?? payment.payerBankRfc, payment.payerAccount),
  ),
  ...optional('Cuenta beneficiaria', accountOf(payment.payeeBankRfc, payment.payeeAccount)),
];

const paidTable = ({ documents }: CfdiPayment): PrintedTable => ({
  columns: [
    { heading: 'Documento relacionado', grows: true, align: 'left' },
    { heading: 'Parcialidad', grows: false, align: 'right' },
    { heading: 'Moneda', grows: false, align: 'left' },
    { heading: 'Saldo anterior', grows: false, align: 'right' },
    { heading: 'Importe pagado', grows: false, align: 'right' },
    { heading: 'Saldo insoluto', grows: false, align: 'right' },
  ],
  rows: documents.map(paidRow),
});

const paidRow = (paid: CfdiPaidDocument): PrintedRow => {
  const digits = currencyDigits(paid.currency);
  const folio = [paid.series, paid.number].filter((part) => part !== null).join('-');
  return {
    cells: [
      folio === '' ? paid.uuid : `${folio}\n${paid.uuid}`,
      paid.installment,
      paid.currency,
      mxFigure(paid.balanceBefore, digits),
      mxFigure(paid.paid, digits),
      mxFigure(paid.balanceAfter, digits),
    ],
    detail: [
      ...(paid.equivalence === null || paid.equivalence === '1' ? [] : [`Equivalencia ${paid.equivalence}`]),
      `Objeto de impuesto: ${codeText('object', paid.taxObject)}`,
      ...taxTexts(paid.taxes, digits),
    ].join(' · '),
  };
};

const TOTALS: readonly (readonly [attribute: string, label: string])[] = [
  // oxlint-disable-next-line folio/figures -- the authority's own name of the total
  ['TotalTrasladosBaseIVA16', 'Base IVA 16 %'],
  // oxlint-disable-next-line folio/figures -- see above
  ['TotalTrasladosImpuestoIVA16', 'IVA 16 %'],
  ['TotalTrasladosBaseIVA8', 'Base IVA 8 %'],
  ['TotalTrasladosImpuestoIVA8', 'IVA 8 %'],
  ['TotalTrasladosBaseIVA0', 'Base IVA 0 %'],
  ['TotalTrasladosImpuestoIVA0', 'IVA 0 %'],
  ['TotalTrasladosBaseIVAExento', 'Base IVA exento'],
  ['TotalRetencionesIVA', 'IVA retenido'],
  ['TotalRetencionesISR', 'ISR retenido'],
  ['TotalRetencionesIEPS', 'IEPS retenido'],
];

export const complementSums = ({ totals }: CfdiPayments): readonly PrintedFact[] =>
  TOTALS.flatMap(([attribute, label]) =>
    optional(label, totals.get(attribute), (sum) => `${isRetained(attribute) ? '−' : ''}${mxFigure(sum, 2)}`),
  );

const isRetained = (attribute: string): boolean => attribute.startsWith('TotalRetenciones');

const totalPaid = ({ totals }: CfdiPayments): string => totals.get('MontoTotalPagos') ?? '0';

export const complementTotal = (payments: CfdiPayments): PrintedFact => ({
  label: 'Total de pagos',
  value: `${mxFigure(totalPaid(payments), 2)} ${HOME}`,
});

export const complementInWords = (payments: CfdiPayments): string =>
  inSpanishWords(parseAmount(totalPaid(payments), HOME));
