// The facts, sums and sections of a printed CFDI of type I or E.
import { dayText, findLocale } from '../../base/locale.ts';
import { decimal, roundHalfUp, toText } from '../../base/money/decimal.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import type { PrintedFact, PrintedSection } from '../printed.ts';
import { codeText, wordOf } from './catalogues.ts';
import { optional } from './parties.ts';
import type { MxShown } from './shown.ts';
import { momentText, mxFigure } from './stamp.ts';

const HOME = 'MXN';

export const headerFacts = (
  cfdi: Cfdi,
  { dueDate }: MxShown,
  isDeferred: boolean,
): readonly PrintedFact[] => [
  { label: 'Fecha de emisión', value: momentText(cfdi.issuedAt) },
  { label: 'Tipo de comprobante', value: codeText('type', cfdi.type) },
  ...optional('Método de pago', cfdi.paymentMethod, (code) => codeText('method', code)),
  ...optional('Forma de pago', cfdi.paymentForm, (code) => codeText('form', code)),
  ...optional('Condiciones de pago', cfdi.paymentConditions),
  ...(isDeferred ? [{ label: 'Vencimiento', value: dayText(findLocale('MX'), dueDate) }] : []),
  { label: 'Moneda', value: cfdi.currency },
  ...foreignFacts(cfdi),
  { label: 'Exportación', value: codeText('export', cfdi.exportation) },
  ...globalFacts(cfdi),
];

const foreignFacts = ({ currency, exchangeRate, taxes }: Cfdi): readonly PrintedFact[] => {
  if (currency === HOME || exchangeRate === null) return [];
  const transferred = taxes?.totalTransferred ?? null;
  const tax = transferred === null ? null : decimal(transferred).times(decimal(exchangeRate));
  return [
    { label: 'Tipo de cambio', value: `${mxFigure(exchangeRate)} ${HOME}` },
    ...optional('Impuestos en pesos', tax && `${mxFigure(toText(roundHalfUp(tax, 2)), 2)} ${HOME}`),
  ];
};

const globalFacts = ({ globalInformation: global }: Cfdi): readonly PrintedFact[] =>
  global === null
    ? []
    : [
        {
          label: 'Factura global',
          value: `${wordOf('period', global.period)}, ${wordOf('month', global.months)} ${global.year}`,
        },
      ];

export const printSums = ({ subtotal, discount, taxes }: Cfdi, digits: number): readonly PrintedFact[] => [
  { label: 'Subtotal', value: mxFigure(subtotal, digits) },
  ...optional('Descuento', discount, (sum) => `−${mxFigure(sum, digits)}`),
  ...optional('Impuestos trasladados', taxes?.totalTransferred, (sum) => mxFigure(sum, digits)),
  ...optional('Impuestos retenidos', taxes?.totalWithheld, (sum) => `−${mxFigure(sum, digits)}`),
];

/** `04 Sustitución de los CFDI previos` with each UUID, and its folio where the books know it. */
export const printRelations = ({ relations }: Cfdi, known: MxShown['relations']): readonly PrintedSection[] =>
  relations.length === 0
    ? []
    : [
        {
          heading: 'CFDI relacionados',
          facts: relations.flatMap(({ type, uuids }) =>
            uuids.map((uuid) => {
              const folio = known.find((each) => each.uuid.toUpperCase() === uuid.toUpperCase())?.folio;
              return {
                label: codeText('relation', type),
                value: folio === undefined ? uuid : `${uuid} (${folio})`,
              };
            }),
          ),
        },
      ];

/** Where the customer pays: the CFDI has no place for it. */
export const printPayee = (folio: string, { kind, payee }: MxShown): readonly PrintedSection[] => {
  if (kind === 'credit_note' || payee === null) return [];
  const account = payee.clabe ?? payee.iban;
  if (account === null) return [];
  return [
    {
      heading: 'Datos para el pago',
      facts: [
        { label: 'Cuenta', value: payee.name },
        { label: payee.clabe === null ? 'IBAN' : 'CLABE', value: account },
        ...optional('BIC', payee.clabe === null ? payee.bic : null),
        { label: 'Referencia', value: folio },
      ],
    },
  ];
};
