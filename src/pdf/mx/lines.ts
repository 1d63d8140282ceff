// The concepts of a printed CFDI.
import type { Cfdi, CfdiConcept } from '../../einvoicing/mx-cfdi/read.ts';
import type { DocumentLine, InvoiceDocument } from '../../einvoicing/regime.ts';
import type { PrintedColumn, PrintedTable } from '../printed.ts';
import { codeText, unitText } from './catalogues.ts';
import { mxFigure } from './stamp.ts';
import { taxTexts } from './taxes.ts';

const left = (heading: string, grows = false): PrintedColumn => ({ heading, grows, align: 'left' });
const right = (heading: string): PrintedColumn => ({ heading, grows: false, align: 'right' });

export const printLines = ({ concepts }: Cfdi, document: InvoiceDocument, digits: number): PrintedTable => {
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
      detail: detailOf(concept, document.lines[index], digits),
    })),
  };
};

const detailOf = (concept: CfdiConcept, line: DocumentLine | undefined, digits: number): string =>
  [
    ...(concept.identification === null ? [] : [`No. ${concept.identification}`]),
    ...(line === undefined || line.customsNumber === null ? [] : [`Pedimento ${line.customsNumber}`]),
    ...(line === undefined || line.propertyAccount === null
      ? []
      : [`Cuenta predial ${line.propertyAccount}`]),
    `Objeto de impuesto: ${codeText('object', concept.taxObject)}`,
    ...taxTexts(concept.taxes, digits),
  ].join(' · ');
