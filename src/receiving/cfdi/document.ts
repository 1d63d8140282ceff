// A CFDI of type I, E, N or T as a document: what it says, amounts of lines to the cent.
import { sumOf, toText } from '../../base/money/decimal.ts';
import { satDecimals } from '../../einvoicing/mx-cfdi/catalogs.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import type { XmlNode } from '../../einvoicing/xml/read.ts';
import type { ReadDocument, ReadReference } from '../reading.ts';
import { amountOf, minus, plus } from './amounts.ts';
import { readLines } from './lines.ts';
import { listComplements, type LocalTaxes } from './local.ts';
import { readIssuer, readReceiver } from './party.ts';
import { localTax, readTaxes } from './taxes.ts';

/** c_TipoRelacion: a bill names the advance that it settles, and the credit note for the advance names that bill. */
const ADVANCE_APPLIED = '07';
const CREDIT = 'E';
/** Two of them, where the catalogue does not say otherwise. */
const USUAL_DECIMALS = 2;

export const decimalsOfCfdi = ({ currency }: Cfdi): number => satDecimals(currency) ?? USUAL_DECIMALS;

const readReferences = ({ type: of, relations }: Cfdi): readonly ReadReference[] =>
  relations.flatMap(({ type, uuids }) =>
    uuids.map((uuid) => ({
      kind: type === ADVANCE_APPLIED && of !== CREDIT ? ('advance' as const) : ('prior' as const),
      id: uuid.trim(),
      date: null,
      relation: type,
    })),
  );

const sumLocal = (rows: LocalTaxes['withheld']): string =>
  toText(sumOf(rows.map(({ amount }) => amountOf(amount))));

const readTotals = (cfdi: Cfdi, local: LocalTaxes): ReadDocument['totals'] => {
  const lines = plus(minus(cfdi.subtotal, cfdi.discount), sumLocal(local.transferred));
  return {
    lines,
    allowances: null,
    charges: null,
    withoutTax: lines,
    tax: cfdi.taxes?.totalTransferred ?? null,
    taxInAccountingCurrency: null,
    withheld: plus(cfdi.taxes?.totalWithheld ?? '0', sumLocal(local.withheld)),
    total: cfdi.total,
    prepaid: null,
    rounding: null,
    due: cfdi.total,
  };
};

export const issueDayOf = ({ issuedAt }: Pick<Cfdi, 'issuedAt'>): string | null =>
  /^\d{4}-\d{2}-\d{2}T/.test(issuedAt.trim()) ? issuedAt.trim().slice(0, 10) : null;

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Figures were checked before: every amount that is read here is one. */
export const readDocument = (cfdi: Cfdi, root: XmlNode, local: LocalTaxes): ReadDocument => ({
  typeCode: cfdi.type,
  number: cfdi.number,
  series: cfdi.series,
  uuid: cfdi.stamp === null ? null : textOrNull(cfdi.stamp.uuid),
  issueDate: issueDayOf(cfdi),
  dueDate: null,
  taxPoint: null,
  deliveryDate: null,
  deliveryPeriod: null,
  currency: textOrNull(cfdi.currency),
  exchangeRate: cfdi.exchangeRate,
  seller: readIssuer(cfdi),
  buyer: readReceiver(cfdi),
  payee: null,
  lines: readLines({ cfdi, root, local, places: decimalsOfCfdi(cfdi) }),
  adjustments: [],
  taxes: readTaxes(cfdi.taxes?.transferred ?? []),
  withholdings: [
    ...readTaxes(cfdi.taxes?.withheld ?? []),
    ...local.withheld.map(({ name, rate, amount }) => localTax(name, rate, null, amount)),
  ],
  totals: readTotals(cfdi, local),
  payment: {
    meansCode: cfdi.paymentForm,
    method: cfdi.paymentMethod,
    terms: cfdi.paymentConditions,
    reference: null,
    accounts: [],
    directDebit: null,
    discounts: [],
  },
  references: readReferences(cfdi),
  notes: [],
  use: textOrNull(cfdi.receiver.use),
  mexico: {
    exportation: textOrNull(cfdi.exportation),
    placeOfIssue: textOrNull(cfdi.placeOfIssue),
    confirmation: cfdi.confirmation,
    global: cfdi.globalInformation,
    complements: listComplements(root),
  },
});
