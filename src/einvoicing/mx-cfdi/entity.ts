// What a CFDI needs to know about its issuer: RFC, fiscal regime and the postal code of the place of issue.
import { toolError } from '../../base/errors.ts';
import type { EntityDetails } from '../../base/entity.ts';
import { because, say } from '../../base/said.ts';
import type { CountryData } from '../../../generated/countries.ts';
import { acceptPostalCode, type EntityRules, refuseForeign } from '../entity-rules.ts';
import { isRegime, REGIME_CODES, regimeFits, listRegimes } from './regimes.ts';
import { readRfc, type Rfc } from './rfc.ts';

const acceptRfc = ({ country }: CountryData, text: string | null): Rfc => {
  const option = '--tax-id';
  if (text === null) throw toolError('company_needs_rfc', { option, country });
  const rfc = readRfc(text);
  if ('reason' in rfc) throw toolError('company_rfc_invalid', { option, rfc: text, ...because(rfc.reason) });
  if (rfc.generic !== null) throw toolError('company_rfc_generic', { option, rfc: rfc.text });
  return rfc;
};

const acceptRegime = (rfc: Rfc, code: string | undefined): string | undefined => {
  if (code === undefined) return undefined;
  const about = { option: '--fiscal-regime', regime: code };
  if (!isRegime(code)) throw toolError('company_regime_unknown', { ...about, regimes: REGIME_CODES });
  if (regimeFits(code, rfc.person)) return code;
  const person = say(rfc.person === 'moral' ? 'rfc_of_company' : 'rfc_of_person', {});
  throw toolError('company_regime_closed', {
    ...about,
    person: rfc.person,
    regimes: listRegimes(rfc.person),
    said: { person },
  });
};

const checkStimulus = ({ border_stimulus_from: from, border_stimulus_to: to }: EntityDetails): void => {
  if (to === undefined || (from !== undefined && from <= to)) return;
  const about = { option: '--border-stimulus-to', to, other_option: '--border-stimulus-from' };
  throw from === undefined
    ? toolError('company_stimulus_not_begun', about)
    : toolError('company_stimulus_ends_early', { ...about, from });
};

export const checkMxEntity: EntityRules = (country, input) => {
  refuseForeign(country, input.details, [
    'vat_id',
    'tax_number',
    'participant_id',
    'access_point_id',
    'small_business',
  ]);
  const details = { ...input.earlier.details, ...input.details };
  const rfc = acceptRfc(country, input.tax_id ?? input.earlier.tax_id);
  checkStimulus(details);
  const regime = acceptRegime(rfc, details.fiscal_regime_code);
  return {
    tax_id: rfc.text,
    postal_code: acceptPostalCode(country, input),
    details,
    warnings: [
      ...(rfc.check_digit_fits ? [] : [`The check digit of ${rfc.text} does not fit; verify the RFC.`]),
      ...(regime === undefined ? ['Without --fiscal-regime no invoice of the entity can be filed.'] : []),
    ],
  };
};
