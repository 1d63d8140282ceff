// What a PAC lets pass and a bookkeeper has to know of a received CFDI.
import { decimal } from '../../base/money/decimal.ts';
import { useFits, isUse } from '../../einvoicing/mx-cfdi/cfdi-use.ts';
import { PESO } from '../../einvoicing/mx-cfdi/codes.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import { normaliseRfc, readRfc } from '../../einvoicing/mx-cfdi/rfc.ts';
import { cfdiText } from '../../einvoicing/mx-cfdi/text.ts';
import { issue } from '../issue.ts';
import type { ReadDocument, ReadingIssue, ReadProof } from '../reading.ts';
import { amountOf } from './amounts.ts';

/** c_FormaPago: cash. */
const CASH = '01';
/** LISR 27-III: above this many pesos a payment in cash is not deductible. */
const CASH_LIMIT = decimal('2000');
/** c_TipoRelacion: substitution of earlier CFDIs. */
const REPLACES = '04';

const cash = ({ type, paymentForm, total, currency, exchangeRate }: Cfdi): readonly ReadingIssue[] => {
  const pesos = amountOf(total).times(amountOf(exchangeRate ?? '1'));
  return type !== 'I' || paymentForm !== CASH || pesos.lte(CASH_LIMIT)
    ? []
    : [issue('cfdi_cash', { total: `${total} ${currency === '' ? PESO : currency}` })];
};

const use = ({ receiver }: Cfdi): readonly ReadingIssue[] => {
  const rfc = readRfc(receiver.rfc);
  const fits = isUse(receiver.use) && ('reason' in rfc || useFits(receiver.use, receiver.regime, rfc.person));
  return fits ? [] : [issue('cfdi_use_unfit', { use: receiver.use, regime: receiver.regime })];
};

/** More that one replaces say nothing new. */
const MOST_REPLACED = 20;

const relations = ({ relations: all }: Cfdi): readonly ReadingIssue[] =>
  all
    .filter(({ type: relation }) => relation === REPLACES)
    .flatMap(({ uuids }) => uuids)
    .slice(0, MOST_REPLACED)
    .map((uuid) => issue('cfdi_replaces', { uuid }));

export const adviceOn = (cfdi: Cfdi): readonly ReadingIssue[] => [
  ...use(cfdi),
  ...cash(cfdi),
  ...relations(cfdi),
];

/** The company that a document came to; null what it has not stated. */
export interface Receiving {
  readonly rfc: string | null;
  readonly name: string;
  readonly regime: string | null;
  readonly postalCode: string | null;
}

/** Legal forms are no part of a name in CFDI 4.0, and neither are case, accents and signs what tells two apart. */
const plainName = (name: string): string =>
  cfdiText(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ S(?:A| DE RL| A| C|API|AS)(?: DE)?(?: C ?V)?$/u, '');

/** Whether the document is made out to the company as the SAT knows it. */
export const receiverIssues = (
  { buyer }: Pick<ReadDocument | ReadProof, 'buyer'>,
  company: Receiving,
): readonly ReadingIssue[] => {
  // Whose it is, the books judge by all ids of the company.
  if (company.rfc === null || normaliseRfc(buyer.taxId ?? '') !== normaliseRfc(company.rfc)) return [];
  const details: readonly (readonly [string, string | null, string | null, boolean])[] = [
    ['Nombre', buyer.name, company.name, plainName(buyer.name ?? '') === plainName(company.name)],
    ['RegimenFiscalReceptor', buyer.regime, company.regime, buyer.regime === company.regime],
    [
      'DomicilioFiscalReceptor',
      buyer.postalCode,
      company.postalCode,
      buyer.postalCode === company.postalCode,
    ],
  ];
  return details.flatMap(([name, theirs, ours, fits]) =>
    ours === null || fits ? [] : [issue('cfdi_receiver_detail', { name, stated: theirs ?? '', ours })],
  );
};
