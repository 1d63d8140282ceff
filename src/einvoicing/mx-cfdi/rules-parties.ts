// CFDI 4.0 rules on who issues and who receives (nodes Emisor and Receptor).
import { advice, changeCounterparty, changeEntity, rule, when, type Rule } from '../rules.ts';
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

/** Why a name is not allowed in a CFDI, or null. */
const nameFault = (name: string): string | null => {
  if (name.includes('|')) return 'The character | may not stand in any text of a CFDI.';
  const length = countCharacters(cfdiText(name));
  if (length === 0) return 'The name is empty.';
  return length > MAX_NAME ? `The name has more than ${MAX_NAME} characters.` : null;
};

/** Why the SAT may have another spelling of a name, or null. Only PACs can look into its register. */
const nameDoubt = (name: string, rfc: Rfc | null): string | null => {
  if (rfc === null) return null;
  if (isCopied(name, rfc)) {
    return 'The name is written in capitals and keeps its accents, which few names in the register of the SAT have.';
  }
  return hasFormInside(name, rfc)
    ? 'A legal form stands inside the name; the register of the SAT keeps legal forms apart from names.'
    : null;
};

const AS_REGISTERED = 'set the name as the tax certificate (constancia de situación fiscal) has it';

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
    when(isAheadOf(seller.postal_code ?? '', seller.time_zone, issueDate), {
      path: 'entity.time_zone',
      message: `The clocks of ${seller.time_zone} are ahead of those at the place of issue, so the document would bear a time to come.`,
      fix: changeEntity('set the time zone of the place of issue', '--time-zone'),
    }),
  ),
  advice('401', ({ seller, issueDate }) =>
    when(!ZONES.has(seller.time_zone) && !isAheadOf(seller.postal_code ?? '', seller.time_zone, issueDate), {
      path: 'entity.time_zone',
      message: `The entity has the time zone ${seller.time_zone}; the document bears the time of the place of issue, in Mexico.`,
      fix: changeEntity('set the time zone of the place of issue', '--time-zone'),
    }),
  ),
  advice('CFDI40139', ({ seller }) => {
    const doubt = nameDoubt(seller.name, parseRfc(seller.tax_id));
    return when(doubt !== null, {
      path: 'entity.name',
      message: doubt ?? '',
      fix: changeEntity(AS_REGISTERED, '--name'),
    });
  }),
  rule('CFDI40126', ({ seller }) =>
    when(!isPostalCode(seller.postal_code ?? ''), {
      path: 'entity.postal_code',
      message: 'The entity has no valid postal code, so the place of issue is unknown.',
      fix: changeEntity('set the postal code of the entity', '--postal-code'),
    }),
  ),
  rule('CFDI40138', ({ seller }) =>
    when(parseRfc(seller.tax_id) === null, {
      path: 'entity.tax_id',
      message: 'The entity has no RFC of a valid form.',
      fix: changeEntity('set the RFC of the entity as its tax id', '--tax-id'),
    }),
  ),
  rule('CFDI40140', ({ seller }) =>
    when(!isRegime(seller.details.fiscal_regime_code ?? ''), {
      path: 'entity.details.fiscal_regime_code',
      message: 'The entity has no fiscal regime of the catalogue c_RegimenFiscal.',
      fix: changeEntity('set the fiscal regime of the entity', '--fiscal-regime'),
    }),
  ),
  rule('CFDI40141', ({ seller }) => {
    const regime = seller.details.fiscal_regime_code ?? '';
    const rfc = parseRfc(seller.tax_id);
    return when(isRegime(regime) && rfc !== null && !regimeFits(regime, rfc.person), {
      path: 'entity.details.fiscal_regime_code',
      message: `The fiscal regime ${regime} of the entity is not open to the kind of person its RFC names.`,
      fix: changeEntity('correct the fiscal regime or the RFC of the entity', '--fiscal-regime'),
    });
  }),
];

export const RECEIVER_RULES: readonly Rule<Parties>[] = [
  rule('CFDI40143', (document) =>
    when(receiver(document).rfc === null, {
      path: 'counterparty.tax_id',
      message: 'The customer has no RFC of a valid form.',
      fix: changeCounterparty('set the RFC of the customer', '--rfc'),
    }),
  ),
  advice('CFDI40145', (document) => {
    const doubt = nameDoubt(document.buyer.name, receiver(document).rfc);
    return when(doubt !== null, {
      path: 'counterparty.name',
      message: doubt ?? '',
      fix: changeCounterparty(AS_REGISTERED, '--name'),
    });
  }),
  rule('CFDI40146', (document) =>
    when(!isPublic(document) && isPublicName(document.buyer.name), {
      path: 'counterparty.name',
      message: 'Only the generic RFC XAXX010101000 may bear the name PUBLICO EN GENERAL.',
      fix: changeCounterparty('correct the name or the RFC of the customer', '--name'),
    }),
  ),
  rule('CFDI40147', (document) =>
    when(isNamed(document) && !isPostalCode(document.buyer.postal_code ?? ''), {
      path: 'counterparty.postal_code',
      message: 'The customer has no valid postal code of its fiscal address.',
      fix: changeCounterparty('set the postal code of the customer', '--postal-code'),
    }),
  ),
  rule('CFDI40157', (document) => {
    const { regime } = receiver(document);
    return when(isNamed(document) && !isRegime(regime ?? ''), {
      path: 'counterparty.country_details.fiscal_regime_code',
      message: 'The customer has no fiscal regime of the catalogue c_RegimenFiscal.',
      fix: changeCounterparty('set the fiscal_regime_code of the customer', '--fiscal-regime-code'),
    });
  }),
  rule('CFDI40158', (document) => {
    const { regime, rfc } = receiver(document);
    const comparable = regime !== null && rfc !== null && rfc.generic === null && isRegime(regime);
    return when(comparable && !regimeFits(regime, rfc.person), {
      path: 'counterparty.country_details.fiscal_regime_code',
      message: `The fiscal regime ${regime ?? ''} is not open to the kind of person that the customer's RFC names.`,
      fix: changeCounterparty(
        'correct the fiscal_regime_code or the RFC of the customer',
        '--fiscal-regime-code',
      ),
    });
  }),
  advice('CFDI40156', (document) => {
    const { rfc } = receiver(document);
    const { tax_id } = document.buyer;
    const { residence, number } = foreignTaxId(document.buyer, rfc);
    return when(tax_id !== null && residence !== null && number === null, {
      path: 'counterparty.tax_id',
      message: `The SAT takes no tax id of this form for ${residence ?? ''}; the invoice is filed without it.`,
      fix: changeCounterparty('correct the tax id of the customer', '--tax-number'),
    });
  }),
  rule('301', ({ seller, buyer }) => {
    const issuer = nameFault(seller.name);
    const customer = nameFault(buyer.name);
    return [
      ...when(issuer !== null, {
        path: 'entity.name',
        message: issuer ?? '',
        fix: changeEntity('correct the name of the entity', '--name'),
      }),
      ...when(customer !== null, {
        path: 'counterparty.name',
        message: customer ?? '',
        fix: changeCounterparty('correct the name of the customer', '--name'),
      }),
    ];
  }),
];
