// The complement for local taxes (implocal 1.0): a hotel's tax on lodging, or what a state retains. The SAT counts them in
// Total, and the summary of taxes does not.
import { childAt, childrenAt, readAttribute, type XmlNode } from '../../einvoicing/xml/read.ts';
import { decimal } from '../../base/money/decimal.ts';
import { isAmount } from './amounts.ts';

const PERCENT = decimal('0.01');

export interface LocalTax {
  readonly name: string;
  /** A fraction: 3.00 on the document is "0.03". */
  readonly rate: string;
  /** As written, in percent. */
  readonly percent: string;
  readonly amount: string;
}

export interface LocalTaxes {
  readonly transferred: readonly LocalTax[];
  readonly withheld: readonly LocalTax[];
}

const required = (node: XmlNode, name: string): string => (readAttribute(node, name) ?? '').trim();

const readRow = (node: XmlNode, name: string, rate: string): LocalTax => {
  const percent = required(node, rate);
  return {
    name: required(node, name),
    rate: isAmount(percent) ? decimal(percent).times(PERCENT).toFixed() : percent,
    percent,
    amount: required(node, 'Importe'),
  };
};

/** All of them: the schema allows one Complemento, senders wrote several. */
export const readLocal = (root: XmlNode): LocalTaxes => {
  const found = childrenAt(root, ['cfdi:Complemento', 'implocal:ImpuestosLocales']);
  const rows = (element: string, name: string, rate: string): readonly LocalTax[] =>
    found.flatMap((node) => childrenAt(node, [element]).map((row) => readRow(row, name, rate)));
  return {
    transferred: rows('implocal:TrasladosLocales', 'ImpLocTrasladado', 'TasadeTraslado'),
    withheld: rows('implocal:RetencionesLocales', 'ImpLocRetenido', 'TasadeRetencion'),
  };
};

/** The names of other complements, as written; the stamp is none. */
export const listComplements = (root: XmlNode): readonly string[] => {
  const names = [
    ...childrenAt(root, ['cfdi:Complemento']),
    ...childrenAt(root, ['cfdi:Conceptos', 'cfdi:Concepto', 'cfdi:ComplementoConcepto']),
  ].flatMap(({ children }) => children.map(({ name }) => name));
  if (childAt(root, ['cfdi:Addenda']) !== undefined) names.push('Addenda');
  return [...new Set(names)].filter((name) => name !== 'tfd:TimbreFiscalDigital');
};
