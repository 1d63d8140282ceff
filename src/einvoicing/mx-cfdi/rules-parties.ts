// CFDI 4.0 rules on who issues and who receives (nodes Emisor and Receptor).
import { advice, changeCounterparty, changeEntity, rule, when, type Rule } from '../rules.ts';
import type { InvoiceDocument } from '../regime.ts';
import { PUBLIC_NAME } from './codes.ts';
import { parsedRfc, receiverOfDocument as receiver } from './receiver.ts';
import { isRegime, regimeFits } from './regimes.ts';

const POSTAL_CODE = /^\d{5}$/;

const isPublic = (document: InvoiceDocument): boolean => receiver(document).rfc?.generic === 'domestic';

/** Not a generic RFC, which names nobody and brings its own address and regime. */
const isNamed = (document: InvoiceDocument): boolean => (receiver(document).rfc?.generic ?? null) === null;

/** As the SAT compares names: capitals, no accents, single spaces. */
const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim();

export const ISSUER_RULES: readonly Rule[] = [
  rule('CFDI40126', ({ seller }) =>
    when(!POSTAL_CODE.test(seller.postal_code ?? ''), {
      path: 'entity.postal_code',
      message: 'The entity has no valid postal code, so the place of issue is unknown.',
      fix: changeEntity('set the postal code of the entity', '--postal-code'),
    }),
  ),
  rule('CFDI40138', ({ seller }) =>
    when(parsedRfc(seller.tax_id) === null, {
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
    const rfc = parsedRfc(seller.tax_id);
    return when(isRegime(regime) && rfc !== null && !regimeFits(regime, rfc.person), {
      path: 'entity.details.fiscal_regime_code',
      message: `The fiscal regime ${regime} of the entity is not open to the kind of person its RFC names.`,
      fix: changeEntity('correct the fiscal regime or the RFC of the entity', '--fiscal-regime'),
    });
  }),
];

export const RECEIVER_RULES: readonly Rule[] = [
  rule('CFDI40143', (document) =>
    when(receiver(document).rfc === null, {
      path: 'counterparty.tax_id',
      message: 'The customer has no RFC of a valid form.',
      fix: changeCounterparty('set the RFC of the customer', '--rfc'),
    }),
  ),
  advice('CFDI40130', (document) =>
    when(isPublic(document) && plainName(document.buyer.name) === PUBLIC_NAME, {
      path: 'counterparty.name',
      message: 'An invoice to PUBLICO EN GENERAL is filed as a global invoice of its day (Periodicidad 01).',
      fix: 'Nothing to do if that is meant. To name the person who bought, create a counterparty with create_counterparty under that name and invoice it instead.',
    }),
  ),
  rule('CFDI40146', (document) =>
    when(!isPublic(document) && plainName(document.buyer.name) === PUBLIC_NAME, {
      path: 'counterparty.name',
      message: 'Only the generic RFC XAXX010101000 may bear the name PUBLICO EN GENERAL.',
      fix: changeCounterparty('correct the name or the RFC of the customer', '--name'),
    }),
  ),
  rule('CFDI40147', (document) =>
    when(isNamed(document) && !POSTAL_CODE.test(document.buyer.postal_code ?? ''), {
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
  rule('301', ({ seller, buyer }) => [
    ...when(seller.name.includes('|'), {
      path: 'entity.name',
      message: 'The character | may not stand in any text of a CFDI.',
      fix: changeEntity('remove the character | from the name of the entity', '--name'),
    }),
    ...when(buyer.name.includes('|'), {
      path: 'counterparty.name',
      message: 'The character | may not stand in any text of a CFDI.',
      fix: changeCounterparty('remove the character | from the name of the customer', '--name'),
    }),
  ]),
];
