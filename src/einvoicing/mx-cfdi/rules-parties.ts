// CFDI 4.0 rules on who issues and who receives (nodes Emisor and Receptor).
import { advice, finding, rule, when, type Rule } from '../rules.ts';
import { isPostalCode } from './catalogs.ts';
import { isAheadOf } from './place.ts';
import { foreignTaxId, parseRfc, findReceiver as receiver, type Parties } from './receiver.ts';
import { isRegime, regimeFits } from './regimes.ts';
import type { Rfc } from './rfc.ts';
import { cfdiText, hasFormInside, isCopied, isPublicName, countCharacters } from './text.ts';

const isPublic = (document: Parties): boolean => receiver(document).rfc?.generic === 'domestic';

/** Not a generic RFC, which identifies nobody and has its own address and regime. */
const isNamed = (document: Parties): boolean => (receiver(document).rfc?.generic ?? null) === null;

const MAX_NAME = 300;

type NameFault = 'bar' | 'empty' | 'length';

/** Why a name is not allowed in a CFDI, or null. */
const nameFault = (name: string): NameFault | null => {
  if (name.includes('|')) return 'bar';
  const length = countCharacters(cfdiText(name));
  if (length === 0) return 'empty';
  return length > MAX_NAME ? 'length' : null;
};

/** Why the SAT may have another spelling of a name, or null. Only PACs can look into its register. */
const nameDoubt = (name: string, rfc: Rfc | null): 'accents' | 'legal_form' | null => {
  if (rfc === null) return null;
  if (isCopied(name, rfc)) return 'accents';
  return hasFormInside(name, rfc) ? 'legal_form' : null;
};

/** IANA names of Mexican time zones. */
const ZONES: ReadonlySet<string> = new Set(
  `Mexico_City Cancun Merida Monterrey Matamoros Chihuahua Ciudad_Juarez Ojinaga Hermosillo Mazatlan Bahia_Banderas
  Tijuana`
    .split(/\s+/)
    .map((place) => `America/${place}`),
);

export const ISSUER_RULES: readonly Rule<Parties>[] = [
  // What a PAC answers to a date that the clocks at the place of issue do not show (RMF 2.7.2.9).
  rule('401', ({ seller, issueDate }) =>
    when(isAheadOf(seller.postal_code ?? '', seller.time_zone, issueDate), 'entity.time_zone', '401', {
      time_zone: seller.time_zone,
    }),
  ),
  advice('401', ({ seller, issueDate }) =>
    when(
      !ZONES.has(seller.time_zone) && !isAheadOf(seller.postal_code ?? '', seller.time_zone, issueDate),
      'entity.time_zone',
      '401.other_zone',
      { time_zone: seller.time_zone },
    ),
  ),
  advice('CFDI40139', ({ seller }) => {
    const doubt = nameDoubt(seller.name, parseRfc(seller.tax_id));
    return doubt === null ? [] : [finding('entity.name', `CFDI40139.${doubt}`)];
  }),
  rule('CFDI40126', ({ seller }) =>
    when(!isPostalCode(seller.postal_code ?? ''), 'entity.postal_code', 'CFDI40126'),
  ),
  rule('CFDI40138', ({ seller }) => when(parseRfc(seller.tax_id) === null, 'entity.tax_id', 'CFDI40138')),
  rule('CFDI40140', ({ seller }) =>
    when(
      !isRegime(seller.details.fiscal_regime_code ?? ''),
      'entity.details.fiscal_regime_code',
      'CFDI40140',
    ),
  ),
  rule('CFDI40141', ({ seller }) => {
    const regime = seller.details.fiscal_regime_code ?? '';
    const rfc = parseRfc(seller.tax_id);
    return when(
      isRegime(regime) && rfc !== null && !regimeFits(regime, rfc.person),
      'entity.details.fiscal_regime_code',
      'CFDI40141',
      { regime },
    );
  }),
];

export const RECEIVER_RULES: readonly Rule<Parties>[] = [
  rule('CFDI40143', (document) => when(receiver(document).rfc === null, 'counterparty.tax_id', 'CFDI40143')),
  advice('CFDI40145', (document) => {
    const doubt = nameDoubt(document.buyer.name, receiver(document).rfc);
    return doubt === null ? [] : [finding('counterparty.name', `CFDI40145.${doubt}`)];
  }),
  rule('CFDI40146', (document) =>
    when(!isPublic(document) && isPublicName(document.buyer.name), 'counterparty.name', 'CFDI40146'),
  ),
  rule('CFDI40147', (document) =>
    when(
      isNamed(document) && !isPostalCode(document.buyer.postal_code ?? ''),
      'counterparty.postal_code',
      'CFDI40147',
    ),
  ),
  rule('CFDI40157', (document) => {
    const { regime } = receiver(document);
    return when(
      isNamed(document) && !isRegime(regime ?? ''),
      'counterparty.country_details.fiscal_regime_code',
      'CFDI40157',
    );
  }),
  rule('CFDI40158', (document) => {
    const { regime, rfc } = receiver(document);
    const comparable = regime !== null && rfc !== null && rfc.generic === null && isRegime(regime);
    return when(
      comparable && !regimeFits(regime, rfc.person),
      'counterparty.country_details.fiscal_regime_code',
      'CFDI40158',
      { regime: regime ?? '' },
    );
  }),
  advice('CFDI40156', (document) => {
    const { rfc } = receiver(document);
    const { tax_id } = document.buyer;
    const { residence, number } = foreignTaxId(document.buyer, rfc);
    return when(
      tax_id !== null && residence !== null && number === null,
      'counterparty.tax_id',
      'CFDI40156',
      { residence: residence ?? '' },
    );
  }),
  rule('301', ({ seller, buyer }) => {
    const issuer = nameFault(seller.name);
    const customer = nameFault(buyer.name);
    return [
      ...(issuer === null ? [] : [finding('entity.name', `301.entity_${issuer}`, { most: MAX_NAME })]),
      ...(customer === null
        ? []
        : [finding('counterparty.name', `301.customer_${customer}`, { most: MAX_NAME })]),
    ];
  }),
];
