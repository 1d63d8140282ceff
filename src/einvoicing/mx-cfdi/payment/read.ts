// Reads the payments of a CFDI of type P, from anyone: values as written, null where an optional attribute is absent.
import { childAt, childrenAt, readAttribute, type XmlNode } from '../../xml/read.ts';
import type { CfdiTax, CfdiTaxes } from '../read.ts';

export interface CfdiPaidDocument {
  readonly uuid: string;
  readonly series: string | null;
  readonly number: string | null;
  readonly currency: string;
  readonly equivalence: string | null;
  readonly installment: string;
  readonly balanceBefore: string;
  readonly paid: string;
  readonly balanceAfter: string;
  readonly taxObject: string;
  /** Null where the document has no ImpuestosDR. */
  readonly taxes: CfdiTaxes | null;
}

export interface CfdiPayment {
  readonly paidAt: string;
  readonly form: string;
  readonly currency: string;
  readonly exchangeRate: string | null;
  readonly amount: string;
  readonly operationNumber: string | null;
  readonly payerBankRfc: string | null;
  readonly payerBankName: string | null;
  readonly payerAccount: string | null;
  readonly payeeBankRfc: string | null;
  readonly payeeAccount: string | null;
  /** TipoCadPago, CertPago, CadPago, SelloPago. */
  readonly chain: readonly (string | null)[];
  readonly documents: readonly CfdiPaidDocument[];
  /** Rows of taxes withheld have neither base nor rate here. */
  readonly taxes: CfdiTaxes | null;
}

export interface CfdiPayments {
  /** The attributes of Totales by their names, in pesos. */
  readonly totals: ReadonlyMap<string, string>;
  readonly payments: readonly CfdiPayment[];
}

const required = (node: XmlNode, name: string): string => readAttribute(node, name) ?? '';

/** The rows end in DR for a document and in P for a payment. */
const readTaxes = (node: XmlNode | undefined, suffix: 'DR' | 'P'): CfdiTaxes | null => {
  if (node === undefined) return null;
  const rows = (holder: string, row: string): readonly CfdiTax[] =>
    childrenAt(node, [`pago20:${holder}${suffix}`, `pago20:${row}${suffix}`]).map((tax) => ({
      base: readAttribute(tax, `Base${suffix}`),
      tax: required(tax, `Impuesto${suffix}`),
      factor: readAttribute(tax, `TipoFactor${suffix}`),
      rate: readAttribute(tax, `TasaOCuota${suffix}`),
      amount: readAttribute(tax, `Importe${suffix}`),
    }));
  return { withheld: rows('Retenciones', 'Retencion'), transferred: rows('Traslados', 'Traslado') };
};

const readDocument = (node: XmlNode): CfdiPaidDocument => ({
  uuid: required(node, 'IdDocumento'),
  series: readAttribute(node, 'Serie'),
  number: readAttribute(node, 'Folio'),
  currency: required(node, 'MonedaDR'),
  equivalence: readAttribute(node, 'EquivalenciaDR'),
  installment: required(node, 'NumParcialidad'),
  balanceBefore: required(node, 'ImpSaldoAnt'),
  paid: required(node, 'ImpPagado'),
  balanceAfter: required(node, 'ImpSaldoInsoluto'),
  taxObject: required(node, 'ObjetoImpDR'),
  taxes: readTaxes(childAt(node, ['pago20:ImpuestosDR']), 'DR'),
});

const CHAIN = ['TipoCadPago', 'CertPago', 'CadPago', 'SelloPago'] as const;

const readPayment = (node: XmlNode): CfdiPayment => ({
  paidAt: required(node, 'FechaPago'),
  form: required(node, 'FormaDePagoP'),
  currency: required(node, 'MonedaP'),
  exchangeRate: readAttribute(node, 'TipoCambioP'),
  amount: required(node, 'Monto'),
  operationNumber: readAttribute(node, 'NumOperacion'),
  payerBankRfc: readAttribute(node, 'RfcEmisorCtaOrd'),
  payerBankName: readAttribute(node, 'NomBancoOrdExt'),
  payerAccount: readAttribute(node, 'CtaOrdenante'),
  payeeBankRfc: readAttribute(node, 'RfcEmisorCtaBen'),
  payeeAccount: readAttribute(node, 'CtaBeneficiario'),
  chain: CHAIN.map((name) => readAttribute(node, name)),
  documents: childrenAt(node, ['pago20:DoctoRelacionado']).map(readDocument),
  taxes: readTaxes(childAt(node, ['pago20:ImpuestosP']), 'P'),
});

/** The complement in a CFDI that was read; null when it has none. */
export const readPayments = (root: XmlNode): CfdiPayments | null => {
  const pagos = childAt(root, ['cfdi:Complemento', 'pago20:Pagos']);
  return pagos === undefined
    ? null
    : {
        totals: childAt(pagos, ['pago20:Totales'])?.attributes ?? new Map(),
        payments: childrenAt(pagos, ['pago20:Pago']).map(readPayment),
      };
};
