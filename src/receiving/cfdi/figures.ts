// What has to stand in a CFDI before anything can be computed of it: required attributes, and amounts that are numbers.
// These are the schema's (cfdv40.xsd, Pagos20.xsd); a PAC stamps nothing else, but files come from anyone.
import type { Cfdi, CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import { issue } from '../issue.ts';
import type { ReadingIssue } from '../reading.ts';
import { isAmount } from './amounts.ts';
import type { LocalTaxes } from './local.ts';
import { isTaxCode } from './taxes.ts';

type Figure = readonly [name: string, value: string | null];

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T/;

/** An optional tax of a line is absent where it is exempt. */
const taxFigures = (path: string, rows: readonly CfdiTax[]): readonly Figure[] =>
  rows.flatMap(({ base, rate, amount }): Figure[] => [
    [`${path}/@Base`, base],
    [`${path}/@TasaOCuota`, rate],
    [`${path}/@Importe`, amount],
  ]);

const lineFigures = (cfdi: Cfdi): readonly Figure[] =>
  cfdi.concepts.flatMap(({ quantity, unitPrice, amount, discount, taxes }, at): Figure[] => {
    const path = `Concepto[${at + 1}]`;
    return [
      [`${path}/@Cantidad`, quantity],
      [`${path}/@ValorUnitario`, unitPrice],
      [`${path}/@Importe`, amount],
      [`${path}/@Descuento`, discount],
      ...taxFigures(`${path}/Traslado`, taxes?.transferred ?? []),
      ...taxFigures(`${path}/Retencion`, taxes?.withheld ?? []),
    ];
  });

const localFigures = ({ transferred, withheld }: LocalTaxes): readonly Figure[] =>
  [...transferred, ...withheld].flatMap(({ percent, amount }): Figure[] => [
    ['implocal/@Tasa', percent],
    ['implocal/@Importe', amount],
  ]);

const paymentFigures = ({ payments }: Cfdi): readonly Figure[] =>
  (payments?.payments ?? []).flatMap(({ amount, exchangeRate, documents }): Figure[] => [
    ['Pago/@Monto', amount],
    ['Pago/@TipoCambioP', exchangeRate],
    ...documents.flatMap(({ equivalence, balanceBefore, paid, balanceAfter, taxes }): Figure[] => [
      ['DoctoRelacionado/@EquivalenciaDR', equivalence],
      ['DoctoRelacionado/@ImpSaldoAnt', balanceBefore],
      ['DoctoRelacionado/@ImpPagado', paid],
      ['DoctoRelacionado/@ImpSaldoInsoluto', balanceAfter],
      ...taxFigures('TrasladoDR', taxes?.transferred ?? []),
      ...taxFigures('RetencionDR', taxes?.withheld ?? []),
    ]),
  ]);

const figuresOf = (cfdi: Cfdi, local: LocalTaxes): readonly Figure[] => [
  ['SubTotal', cfdi.subtotal],
  ['Descuento', cfdi.discount],
  ['TipoCambio', cfdi.exchangeRate],
  ['Total', cfdi.total],
  ['TotalImpuestosTrasladados', cfdi.taxes?.totalTransferred ?? null],
  ['TotalImpuestosRetenidos', cfdi.taxes?.totalWithheld ?? null],
  ...taxFigures('Impuestos/Traslado', cfdi.taxes?.transferred ?? []),
  ...taxFigures('Impuestos/Retencion', cfdi.taxes?.withheld ?? []),
  ...lineFigures(cfdi),
  ...localFigures(local),
  ...paymentFigures(cfdi),
];

const codesOf = (cfdi: Cfdi): readonly Figure[] =>
  [cfdi.taxes, ...cfdi.concepts.map(({ taxes }) => taxes)]
    .flatMap((taxes) => [...(taxes?.transferred ?? []), ...(taxes?.withheld ?? [])])
    .map(({ tax }): Figure => ['Impuesto', tax]);

const missingIn = (cfdi: Cfdi): readonly string[] => {
  const required: readonly (readonly [string, string])[] = [
    ['Moneda', cfdi.currency],
    ['LugarExpedicion', cfdi.placeOfIssue],
    ['Emisor/@Rfc', cfdi.issuer.rfc],
    ['Emisor/@RegimenFiscal', cfdi.issuer.regime],
    ['Receptor/@Rfc', cfdi.receiver.rfc],
    ['Receptor/@UsoCFDI', cfdi.receiver.use],
  ];
  const names = required.filter(([, value]) => value.trim() === '').map(([name]) => name);
  if (!DAY.test(cfdi.issuedAt)) names.unshift('Fecha');
  if (cfdi.concepts.length === 0) names.push('Concepto');
  if (cfdi.type === 'P' && (cfdi.payments?.payments ?? []).length === 0) names.push('Pago');
  return names;
};

/** Many wrong figures are one fault of whoever made the file. */
const MOST_TOLD = 5;

/** With any of these nothing is computed or booked of the document. */
export const figureIssues = (cfdi: Cfdi, local: LocalTaxes): readonly ReadingIssue[] => {
  const missing = missingIn(cfdi);
  const wrong = [
    ...figuresOf(cfdi, local).filter(([, value]) => value !== null && !isAmount(value)),
    ...codesOf(cfdi).filter(([, value]) => !isTaxCode(value ?? '')),
  ].slice(0, MOST_TOLD);
  return [
    ...(missing.length === 0 ? [] : [issue('cfdi_incomplete', { names: missing.join(', ') })]),
    ...wrong.map(([name, value]) => issue('cfdi_figure_unreadable', { name, value: value ?? '' })),
  ];
};
