// What a CFDI needs to know about its issuer: RFC, fiscal regime and the postal code of the place of issue.
import { english } from '../../base/said.ts';
import { acceptPostalCode, type EntityRules, refuseForeign, refuseValue } from '../entity-rules.ts';
import { isRegime, REGIME_CODES, regimeFits, listRegimes } from './regimes.ts';
import { readRfc, type Rfc } from './rfc.ts';

const acceptRfc = (text: string | null): Rfc => {
  const given = text ?? refuseValue('--tax-id is required in MX: the RFC of the company.');
  const rfc = readRfc(given);
  if ('reason' in rfc) return refuseValue(`--tax-id ${given} is not a valid RFC: ${english(rfc.reason)}.`);
  if (rfc.generic !== null) refuseValue(`--tax-id ${rfc.text} is the generic RFC; an entity needs its own.`);
  return rfc;
};

const acceptRegime = (rfc: Rfc, code: string | undefined): string | undefined => {
  if (code === undefined) return undefined;
  if (!isRegime(code)) {
    refuseValue(
      `--fiscal-regime ${code} is not a fiscal regime of the SAT. Regimes: ${REGIME_CODES.join(', ')}.`,
    );
  }
  if (!regimeFits(code, rfc.person)) {
    const open = listRegimes(rfc.person).join(', ');
    refuseValue(
      `--fiscal-regime ${code} is not open to a ${rfc.person} person, which the RFC says this is. Open: ${open}.`,
    );
  }
  return code;
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
  const rfc = acceptRfc(input.tax_id ?? input.earlier.tax_id);
  const { border_stimulus_from: from, border_stimulus_to: to } = details;
  if (to !== undefined && (from === undefined || to < from))
    refuseValue(
      `--border-stimulus-to ${to} is before --border-stimulus-from${from === undefined ? ', which is not set' : ` ${from}`}.`,
    );
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
