// The lines of a CFDI, to the cent: each with its own taxes and retentions, and a line without taxes for each local tax.
import { decimalOfInteger, isZero, sumOf, toText } from '../../base/money/decimal.ts';
import type { Cfdi, CfdiConcept, CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import { childrenAt, readAttribute, type XmlNode } from '../../einvoicing/xml/read.ts';
import type { ReadLine, ReadTax } from '../reading.ts';
import { amountOf, minus, spread } from './amounts.ts';
import type { LocalTaxes } from './local.ts';
import { localTax, readTaxes } from './taxes.ts';

export interface LineParts {
  readonly cfdi: Cfdi;
  readonly root: XmlNode;
  readonly local: LocalTaxes;
  /** Decimals of the currency. */
  readonly places: number;
}

/** Customs numbers of a line and of its parts; the parts themselves are words. */
const partsOf = (
  node: XmlNode | undefined,
): { readonly texts: readonly string[]; readonly customs: readonly string[] } => {
  if (node === undefined) return { texts: [], customs: [] };
  const parts = childrenAt(node, ['cfdi:Parte']);
  const value = (part: XmlNode, name: string): string | null => readAttribute(part, name);
  const texts = parts.map((part) =>
    [
      value(part, 'Cantidad'),
      value(part, 'Unidad'),
      value(part, 'Descripcion'),
      value(part, 'NoIdentificacion'),
    ]
      .filter((text) => text !== null)
      .join(' '),
  );
  const customs = parts.flatMap((part) =>
    childrenAt(part, ['cfdi:InformacionAduanera']).map((row) => value(row, 'NumeroPedimento') ?? ''),
  );
  const third = childrenAt(node, ['cfdi:ACuentaTerceros']).map(
    (row) =>
      `A cuenta de ${value(row, 'RfcACuentaTerceros') ?? ''} ${value(row, 'NombreACuentaTerceros') ?? ''}`,
  );
  return { texts: [...third, ...texts], customs };
};

const readLine = (
  concept: CfdiConcept,
  node: XmlNode | undefined,
  at: number,
  net: string,
): Omit<ReadLine, 'taxes' | 'withholdings'> => {
  const { texts, customs } = partsOf(node);
  return {
    id: String(at + 1),
    description: concept.description,
    detail: texts.length === 0 ? null : texts.join('\n'),
    quantity: concept.quantity,
    unitCode: concept.unitCode === '' ? null : concept.unitCode,
    unitPrice: concept.unitPrice,
    net,
    discount: concept.discount,
    adjustments: [],
    period: null,
    sellerItemId: concept.identification,
    productCode: concept.productCode === '' ? null : concept.productCode,
    taxObject: concept.taxObject === '' ? null : concept.taxObject,
    customsNumbers: [...concept.customsNumbers, ...customs],
    propertyAccounts: concept.propertyAccounts,
    orderLine: null,
    account: null,
  };
};

type Kind = 'transferred' | 'withheld';

/** Transferred taxes are summed up by tax, factor and rate, retentions by tax. */
const KEYS: Readonly<Record<Kind, (tax: CfdiTax) => string>> = {
  transferred: ({ tax, factor, rate }) => `${tax} ${factor ?? ''} ${toText(amountOf(rate))}`,
  withheld: ({ tax }) => tax,
};

/** The amounts of the taxes of every line, in cents that sum up to the rows of the document. */
const settleTaxes = ({ cfdi, places }: LineParts, kind: Kind): ReadonlyMap<CfdiTax, string> => {
  const key = KEYS[kind];
  const groups = new Map<string, CfdiTax[]>();
  for (const tax of cfdi.concepts.flatMap(({ taxes }) => taxes?.[kind] ?? []))
    if (tax.amount !== null) {
      const group = groups.get(key(tax));
      if (group === undefined) groups.set(key(tax), [tax]);
      else group.push(tax);
    }
  const stated = new Map((cfdi.taxes?.[kind] ?? []).map((row) => [key(row), row.amount]));
  return new Map(
    [...groups].flatMap(([name, group]) => {
      const amounts = group.map(({ amount }) => amount ?? '');
      const settled = spread(amounts, stated.get(name) ?? '', places);
      return group.map((tax, at) => [tax, settled[at] ?? ''] as const);
    }),
  );
};

/** What a state retains is retained of the whole document; each line bears its share by its net. */
const shareLocal = (
  { local, places }: LineParts,
  nets: readonly string[],
): readonly (readonly ReadTax[])[] => {
  const shares = local.withheld.map(({ amount }) => shareOf(amount, nets, places));
  return nets.map((net, line) =>
    local.withheld.map(({ name, rate }, at) => localTax(name, rate, net, shares[at]?.[line] ?? '')),
  );
};

const shareOf = (amount: string, nets: readonly string[], places: number): readonly string[] => {
  const whole = sumOf(nets.map(amountOf));
  const parts = nets.map((net) =>
    isZero(whole)
      ? amountOf(amount).div(decimalOfInteger(nets.length))
      : amountOf(amount).times(amountOf(net)).div(whole),
  );
  return spread(parts.map(toText), amount, places);
};

export const readLines = (parts: LineParts): readonly ReadLine[] => {
  const { cfdi, root, local, places } = parts;
  const nodes = childrenAt(root, ['cfdi:Conceptos', 'cfdi:Concepto']);
  const nets = spread(
    cfdi.concepts.map(({ amount, discount }) => minus(amount, discount)),
    minus(cfdi.subtotal, cfdi.discount),
    places,
  );
  const [transferred, withheld] = [settleTaxes(parts, 'transferred'), settleTaxes(parts, 'withheld')];
  const settle = (rows: readonly CfdiTax[], amounts: ReadonlyMap<CfdiTax, string>): readonly ReadTax[] =>
    readTaxes(rows.map((row) => ({ ...row, amount: amounts.get(row) ?? row.amount })));
  const locals = shareLocal(parts, nets);
  return [
    ...cfdi.concepts.map((concept, at) => ({
      ...readLine(concept, nodes[at], at, nets[at] ?? ''),
      taxes: settle(concept.taxes?.transferred ?? [], transferred),
      withholdings: [...settle(concept.taxes?.withheld ?? [], withheld), ...(locals[at] ?? [])],
    })),
    ...local.transferred.map(localLine),
  ];
};

const localLine = ({ name, percent, amount }: LocalTaxes['transferred'][number]): ReadLine => ({
  id: null,
  description: `${name} ${percent} %`,
  detail: null,
  quantity: '1',
  unitCode: null,
  unitPrice: amount,
  net: amount,
  discount: null,
  adjustments: [],
  taxes: [],
  withholdings: [],
  period: null,
  sellerItemId: null,
  productCode: null,
  taxObject: null,
  customsNumbers: [],
  propertyAccounts: [],
  orderLine: null,
  account: null,
});
