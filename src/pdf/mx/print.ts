// Prints the "representación impresa" of a stamped CFDI. All but the due date is read from the stamped XML.
import { parseAmount } from '../../base/money/amount.ts';
import { currencyDigits } from '../../base/money/currency.ts';
import { decimal } from '../../base/money/decimal.ts';
import { type Cfdi, type CfdiConcept, type CfdiTax, readCfdi } from '../../einvoicing/mx-cfdi/read.ts';
import { dayText, findLocale } from '../../base/locale.ts';
import type { PrintedFact, PrintedInvoice, PrintedParty, PrintedRow, PrintedTable } from '../printed.ts';
import type { FiledInvoice } from '../../domain/filing/delivery/printer.ts';
import { codeText, unitText, wordOf } from './catalogues.ts';
import { inSpanishWords } from './in-words.ts';
import { momentText, mxFigure, printStamp } from './stamp.ts';

const PERCENT = decimal('100');
/** c_MetodoPago PPD: payment in instalments or deferred. */
const DEFERRED = 'PPD';

export const printMxCfdi = ({ document, folio, filedAt, sandbox, xml }: FiledInvoice): PrintedInvoice => {
  const cfdi = readCfdi(xml);
  const { currency, stamp } = cfdi;
  if (stamp === null) throw new Error(`${folio} is printed before it is stamped`);
  const locale = findLocale('MX');
  const digits = currencyDigits(currency);
  const isDeferred = cfdi.paymentMethod === DEFERRED;
  return {
    page: locale.page,
    language: locale.tag,
    createdAt: filedAt,
    title: 'Factura',
    number: folio,
    subtitle: 'Representación impresa de un CFDI 4.0',
    subject: document.title,
    sandbox: sandbox ? 'SANDBOX – sin validez fiscal' : null,
    seller: printSeller(cfdi),
    buyer: printBuyer(cfdi),
    facts: [
      { label: 'Fecha de emisión', value: momentText(cfdi.issuedAt) },
      { label: 'Tipo de comprobante', value: codeText('type', cfdi.type) },
      ...optional('Método de pago', cfdi.paymentMethod, (code) => codeText('method', code)),
      ...optional('Forma de pago', cfdi.paymentForm, (code) => codeText('form', code)),
      ...optional('Condiciones de pago', cfdi.paymentConditions),
      ...(isDeferred ? [{ label: 'Vencimiento', value: dayText(locale, document.dueDate) }] : []),
      { label: 'Moneda', value: currency },
      ...optional(
        'Tipo de cambio',
        currency === 'MXN' ? null : cfdi.exchangeRate,
        (rate) => `${mxFigure(rate)} MXN`,
      ),
      { label: 'Exportación', value: codeText('export', cfdi.exportation) },
      ...globalFacts(cfdi),
    ],
    lines: printLines(cfdi, digits),
    taxHeading: 'Impuestos trasladados',
    taxes: printTaxes(cfdi, digits),
    totals: [
      { label: 'Subtotal', value: mxFigure(cfdi.subtotal, digits) },
      ...optional('Impuestos trasladados', cfdi.taxes?.totalTransferred ?? null, (sum) =>
        mxFigure(sum, digits),
      ),
    ],
    grandTotal: { label: 'Total', value: `${mxFigure(cfdi.total, digits)} ${currency}` },
    inWords: `Importe con letra: ${inSpanishWords(parseAmount(cfdi.total, currency))}`,
    sections: [],
    remarks: isDeferred
      ? [
          'Pago en parcialidades o diferido: por cada pago recibido se expedirá un CFDI con complemento de pagos.',
        ]
      : [],
    stamp: printStamp(cfdi, stamp),
    unprintable: 'Los caracteres que no pueden imprimirse aparecen como [U+…]; el CFDI (XML) los contiene.',
    legend: 'Este documento es una representación impresa de un CFDI.',
    pageNumber: 'Página {page} de {pages}',
  };
};

const optional = (
  label: string,
  value: string | null,
  show: (value: string) => string = (text) => text,
): readonly PrintedFact[] => (value === null ? [] : [{ label, value: show(value) }]);

const globalFacts = ({ globalInformation: global }: Cfdi): readonly PrintedFact[] =>
  global === null
    ? []
    : [
        {
          label: 'Factura global',
          value: `${wordOf('period', global.period)}, ${wordOf('month', global.months)} ${global.year}`,
        },
      ];

const printSeller = ({ issuer, placeOfIssue }: Cfdi): PrintedParty => ({
  heading: 'Emisor',
  name: issuer.name,
  lines: [
    `RFC: ${issuer.rfc}`,
    `Régimen fiscal: ${codeText('regime', issuer.regime)}`,
    `Lugar de expedición: C.P. ${placeOfIssue}`,
  ],
});

const printBuyer = ({ receiver }: Cfdi): PrintedParty => ({
  heading: 'Receptor',
  name: receiver.name,
  lines: [
    `RFC: ${receiver.rfc}`,
    `Régimen fiscal: ${codeText('regime', receiver.regime)}`,
    `Domicilio fiscal: C.P. ${receiver.postalCode}`,
    `Uso del CFDI: ${codeText('use', receiver.use)}`,
    ...(receiver.residence === null ? [] : [`Residencia fiscal: ${receiver.residence}`]),
    ...(receiver.foreignTaxId === null ? [] : [`Registro de identidad tributaria: ${receiver.foreignTaxId}`]),
  ],
});

const printLines = ({ concepts }: Cfdi, digits: number): PrintedTable => ({
  columns: [
    { heading: 'Clave SAT', grows: false, align: 'left' },
    { heading: 'Descripción', grows: true, align: 'left' },
    { heading: 'Cantidad', grows: false, align: 'right' },
    { heading: 'Unidad', grows: false, align: 'left' },
    { heading: 'Valor unitario', grows: false, align: 'right' },
    { heading: 'Importe', grows: false, align: 'right' },
  ],
  rows: concepts.map((line) => lineRow(line, digits)),
});

const lineRow = (line: CfdiConcept, digits: number): PrintedRow => ({
  cells: [
    line.productCode,
    line.description,
    mxFigure(line.quantity),
    unitText(line.unitCode, line.unit),
    mxFigure(line.unitPrice, digits),
    mxFigure(line.amount, digits),
  ],
  detail: [
    ...(line.identification === null ? [] : [`No. ${line.identification}`]),
    `Objeto de impuesto: ${codeText('object', line.taxObject)}`,
    ...(line.taxes?.transferred ?? []).map(
      (tax) => `${taxText(tax)}: ${mxFigure(tax.amount ?? '0', digits)}`,
    ),
  ].join(' · '),
});

/** `002 IVA Tasa 16 %`. */
const taxText = ({ tax, factor, rate }: CfdiTax): string =>
  `${codeText('tax', tax)} ${rateText(factor, rate)}`;

const rateText = (factor: string | null, rate: string | null): string =>
  rate === null ? (factor ?? '') : percent(rate);

const percent = (rate: string): string => `${mxFigure(decimal(rate).times(PERCENT).toFixed())}\u00a0%`;

const printTaxes = ({ taxes }: Cfdi, digits: number): PrintedTable => ({
  columns: [
    { heading: 'Impuesto', grows: true, align: 'left' },
    { heading: 'Base', grows: false, align: 'right' },
    { heading: 'Tasa', grows: false, align: 'right' },
    { heading: 'Importe', grows: false, align: 'right' },
  ],
  rows: (taxes?.transferred ?? []).map(({ tax, base, factor, rate, amount }) => ({
    cells: [
      codeText('tax', tax),
      mxFigure(base ?? '0', digits),
      rateText(factor, rate),
      mxFigure(amount ?? '0', digits),
    ],
    detail: null,
  })),
});
