// What a CFDI needs to know about its receiver: RFC, fiscal regime, use and fiscal postal code.
import { because } from '../../base/said.ts';
import { COUNTRIES, INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import { normaliseName } from '../../base/names/normalise.ts';
import { gatherFaults } from '../../base/arguments/together.ts';
import {
  type CheckedCounterparty,
  type CounterpartyInput,
  type CounterpartyRaises,
  type CounterpartyRules,
  type CounterpartyWarns,
  detailPath,
} from '../counterparty-rules.ts';
import { readPostalCode } from '../postal-code.ts';
import { isUse, NO_EFFECTS, USE_CODES, useFits, usesFor } from './cfdi-use.ts';
import { PUBLIC_NAME } from './codes.ts';
import { isRegime, NO_OBLIGATIONS, REGIME_CODES, regimeFits, listRegimes } from './regimes.ts';
import { normaliseRfc, readRfc, type Rfc } from './rfc.ts';

type Checks = CounterpartyRaises & CounterpartyWarns;

const COUNTRY = COUNTRIES.MX;
const REGIME_PATH = detailPath('fiscal_regime_code');
const USE_PATH = detailPath('cfdi_use_code');

const acceptRfc = (ctx: Checks, text: string | undefined): Rfc => {
  const path = detailPath('rfc');
  if (text === undefined) throw ctx.error('country_field_missing', { path, country: COUNTRY.country });
  const rfc = readRfc(text);
  if ('reason' in rfc) {
    const received = text.slice(0, 60);
    throw ctx.error('tax_id_invalid', {
      path,
      received,
      tax_id_kind: COUNTRY.tax_id.name,
      ...because(rfc.reason),
    });
  }
  if (!rfc.check_digit_fits) ctx.warn('tax_id_check_digit', { path, tax_id: rfc.text });
  return rfc;
};

const regimeUnknown = (ctx: Checks, received: string): Error =>
  ctx.error('fiscal_regime_unknown', { path: REGIME_PATH, received, allowed: [...REGIME_CODES] });

/** Without an RFC that can be read there is only the code itself to check. */
const acceptRegime = (ctx: Checks, rfc: Rfc | undefined, code: string | undefined): string | undefined => {
  if (rfc === undefined) {
    if (code !== undefined && !isRegime(code)) throw regimeUnknown(ctx, code);
    return code;
  }
  if (rfc.generic !== null) {
    if (code === undefined || code === NO_OBLIGATIONS) return NO_OBLIGATIONS;
    throw ctx.error('fiscal_regime_not_for_generic', { path: REGIME_PATH, received: code, tax_id: rfc.text });
  }
  if (code === undefined) {
    ctx.warn('fiscal_regime_missing', { path: REGIME_PATH });
    return undefined;
  }
  if (!isRegime(code)) throw regimeUnknown(ctx, code);
  if (regimeFits(code, rfc.person)) return code;
  throw ctx.error('fiscal_regime_not_for_person', {
    path: REGIME_PATH,
    received: code,
    person: rfc.person,
    allowed: listRegimes(rfc.person),
  });
};

const acceptUse = (ctx: Checks, rfc: Rfc, regime: string | undefined, input: CounterpartyInput): string => {
  const use = input.details['cfdi_use_code'];
  const isGiven = input.given.has('cfdi_use_code') && use !== undefined;
  if (isGiven && !isUse(use)) {
    throw ctx.error('code_unknown', {
      path: USE_PATH,
      received: use,
      code_list: 'c_UsoCFDI',
      allowed: [...USE_CODES],
    });
  }
  if (rfc.generic !== null) {
    if (!isGiven || use === NO_EFFECTS) return NO_EFFECTS;
    throw ctx.error('cfdi_use_not_for_generic', { path: USE_PATH, received: use, tax_id: rfc.text });
  }
  const wanted = use ?? INVOICE_DEFAULTS.MX.cfdi_use;
  if (useFits(wanted, regime, rfc.person)) return wanted;
  if (isGiven) throw useRefused(ctx, wanted, regime, rfc);
  ctx.warn('cfdi_use_fell_back', {
    path: USE_PATH,
    default_use: wanted,
    fiscal_regime_code: regime ?? '',
    cfdi_use: NO_EFFECTS,
  });
  return NO_EFFECTS;
};

const useRefused = (ctx: Checks, use: string, regime: string | undefined, rfc: Rfc): Error => {
  const allowed = usesFor(regime, rfc.person);
  if (regime !== undefined) {
    return ctx.error('cfdi_use_not_for_regime', {
      path: USE_PATH,
      received: use,
      fiscal_regime_code: regime,
      allowed,
    });
  }
  const reason = 'is only for natural persons, and the RFC is that of a company';
  const hint = 'Choose one of the allowed codes.';
  return ctx.error('invalid_parameter', { path: USE_PATH, reason, received: use, allowed, hint });
};

const check = (ctx: Checks, input: CounterpartyInput): CheckedCounterparty => {
  const faults = gatherFaults();
  const rfc = faults.of(() => acceptRfc(ctx, input.details['rfc']));
  const regime = faults.of(() => acceptRegime(ctx, rfc, input.details['fiscal_regime_code']));
  const cfdi_use_code = rfc === undefined ? '' : (faults.of(() => acceptUse(ctx, rfc, regime, input)) ?? '');
  // The general public has no address: its invoices carry the postal code of the place of issue (CFDI40149).
  const isGeneral = rfc !== undefined && rfc.generic !== null;
  const postalCode = input.postal_code ?? (isGeneral ? input.home_postal_code : null);
  const postal_code = faults.of(() => readPostalCode(ctx, COUNTRY, postalCode)) ?? null;
  faults.end();
  if (rfc === undefined) throw new Error('an RFC that was not read has no fault');
  return {
    tax_id: rfc.text,
    tax_id_unique: rfc.generic === null ? rfc.text : null,
    postal_code,
    details: {
      rfc: rfc.text,
      ...(regime === undefined ? {} : { fiscal_regime_code: regime }),
      cfdi_use_code,
    },
  };
};

export const MX_COUNTERPARTY: CounterpartyRules = {
  check,
  normaliseTaxId: normaliseRfc,
  isGeneralPublic: (taxId, name) =>
    taxId === COUNTRIES.MX.tax_id.generic_domestic && normaliseName(name) === normaliseName(PUBLIC_NAME),
};
