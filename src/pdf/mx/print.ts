// Prints the "representación impresa" of a stamped CFDI: what the CFDI says is read from its XML, what it has no place
// for (due date, notes, bank account) comes from the books.
import { invoicePrintWords } from '../../../generated/texts/invoice-print.ts';
import { findLocale } from '../../base/locale.ts';
import { parseAmount } from '../../base/money/amount.ts';
import { currencyDigits } from '../../base/money/currency.ts';
import { type Cfdi, type CfdiConcept, readCfdi, readCfdiDraft } from '../../einvoicing/mx-cfdi/read.ts';
import type { Stamp } from '../../einvoicing/mx-cfdi/stamp.ts';
import type { PrintedColumn, PrintedInvoice, PrintedTable } from '../printed.ts';
import {
  complementBlocks,
  complementFacts,
  complementInWords,
  complementSums,
  complementTotal,
} from './complement.ts';
import { headerFacts, printPayee, printRelations, printSums } from './facts.ts';
import { inSpanishWords } from './in-words.ts';
import { printBuyer, printSeller } from './parties.ts';
import type { FiledCfdi, FiledComplement, MxShown } from './shown.ts';
import { mxFigure, printStamp } from './stamp.ts';
import { printTaxes, taxTexts } from './taxes.ts';
import { codeText, unitText } from './catalogues.ts';

/** c_MetodoPago PPD: payment in instalments or deferred. */
const DEFERRED = 'PPD';
/** c_TipoDeComprobante E: egreso. */
const CREDIT = 'E';
const DEFERRED_REMARK =
  'Pago en parcialidades o diferido: por cada pago recibido se expedirá un CFDI con complemento de pagos.';

interface Read {
  readonly cfdi: Cfdi;
  /** Null of a draft only. */
  readonly stamp: Stamp | null;
}

const readFiled = ({ xml, folio, draft = false }: FiledComplement): Read => {
  if (draft) return { cfdi: readCfdiDraft(xml), stamp: null };
  const cfdi = readCfdi(xml);
  if (cfdi.stamp === null) throw new Error(`${folio} is printed before it is stamped`);
  return { cfdi, stamp: cfdi.stamp };
};

type Frame = Pick<
  PrintedInvoice,
  | 'page'
  | 'language'
  | 'createdAt'
  | 'number'
  | 'subtitle'
  | 'sandbox'
  | 'buyer'
  | 'stamp'
  | 'unprintable'
  | 'legend'
  | 'pageNumber'
>;

const frame = ({ folio, filedAt, sandbox }: FiledComplement, { cfdi, stamp }: Read): Frame => {
  const { page, tag } = findLocale('MX');
  return {
    page,
    language: tag,
    createdAt: filedAt,
    number: folio,
    subtitle: 'Representación impresa de un CFDI 4.0',
    sandbox: stamp === null ? 'BORRADOR – sin timbrar' : sandbox ? 'SANDBOX – sin validez fiscal' : null,
    buyer: printBuyer(cfdi),
    stamp: stamp === null ? null : printStamp(cfdi, stamp),
    unprintable: 'Los caracteres que no pueden imprimirse aparecen como [U+…]; el CFDI (XML) los contiene.',
    legend:
      stamp === null
        ? 'Vista previa de un CFDI que aún no se ha timbrado.'
        : 'Este documento es una representación impresa de un CFDI.',
    pageNumber: invoicePrintWords('es').pageNumber('{page}', '{pages}'),
  };
};

export const printMxCfdi = (filed: FiledCfdi): PrintedInvoice => {
  const { document, folio } = filed;
  const read = readFiled(filed);
  const { cfdi } = read;
  const digits = currencyDigits(cfdi.currency);
  const isDeferred = cfdi.paymentMethod === DEFERRED && document.kind === 'invoice';
  const withholds = (cfdi.taxes?.withheld ?? []).length > 0;
  return {
    ...frame(filed, read),
    title: cfdi.type === CREDIT ? 'Nota de crédito' : 'Factura',
    subject: document.title,
    seller: printSeller(cfdi, document.seller.details),
    facts: headerFacts(cfdi, document, isDeferred),
    blocks: [{ heading: null, facts: [], table: printLines(cfdi, document, digits) }],
    taxHeading: withholds ? 'Impuestos trasladados y retenidos' : 'Impuestos trasladados',
    taxes: printTaxes(cfdi, digits),
    totals: printSums(cfdi, digits),
    grandTotal: { label: 'Total', value: `${mxFigure(cfdi.total, digits)} ${cfdi.currency}` },
    inWords: `Importe con letra: ${inSpanishWords(parseAmount(cfdi.total, cfdi.currency))}`,
    sections: [...printRelations(cfdi, document.relations), ...printPayee(folio, document)],
    remarks: [
      ...(isDeferred ? [DEFERRED_REMARK] : []),
      ...(document.notes === null || document.notes === '' ? [] : [document.notes]),
    ],
  };
};

export const printMxComplement = (filed: FiledComplement): PrintedInvoice => {
  const read = readFiled(filed);
  const { cfdi } = read;
  const { payments } = cfdi;
  if (payments === null) throw new Error(`${filed.folio} has no complement of payments`);
  return {
    ...frame(filed, read),
    title: 'Complemento de pago',
    subject: null,
    seller: printSeller(cfdi, {}),
    facts: complementFacts(cfdi),
    blocks: complementBlocks(payments),
    taxHeading: '',
    taxes: { columns: [], rows: [] },
    totals: complementSums(payments),
    grandTotal: complementTotal(payments),
    inWords: `Importe con letra: ${complementInWords(payments)}`,
    sections: printRelations(cfdi, []),
    remarks: [],
  };
};

const left = (heading: string, grows = false): PrintedColumn => ({ heading, grows, align: 'left' });
const right = (heading: string): PrintedColumn => ({ heading, grows: false, align: 'right' });

export const printLines = ({ concepts }: Cfdi, { lines }: MxShown, digits: number): PrintedTable => {
  const hasDiscounts = concepts.some(({ discount }) => discount !== null);
  return {
    columns: [
      left('Clave SAT'),
      left('Descripción', true),
      right('Cantidad'),
      left('Unidad'),
      right('Valor unitario'),
      ...(hasDiscounts ? [right('Descuento')] : []),
      right('Importe'),
    ],
    rows: concepts.map((concept, index) => ({
      cells: [
        concept.productCode,
        concept.description,
        mxFigure(concept.quantity),
        unitText(concept.unitCode, concept.unit),
        mxFigure(concept.unitPrice, digits),
        ...(hasDiscounts ? [concept.discount === null ? '' : mxFigure(concept.discount, digits)] : []),
        mxFigure(concept.amount, digits),
      ],
      detail: detailOf(concept, lines[index], digits),
    })),
  };
};

const detailOf = (concept: CfdiConcept, line: MxShown['lines'][number] | undefined, digits: number): string =>
  [
    ...(concept.identification === null ? [] : [`No. ${concept.identification}`]),
    ...(line === undefined || line.customsNumber === null ? [] : [`Pedimento ${line.customsNumber}`]),
    ...(line === undefined || line.propertyAccount === null
      ? []
      : [`Cuenta predial ${line.propertyAccount}`]),
    `Objeto de impuesto: ${codeText('object', concept.taxObject)}`,
    ...taxTexts(concept.taxes, digits),
  ].join(' · ');
