// The defaults of a Mexican invoice, and what is refused before a draft exists.
import { COUNTRIES, INVOICE_DEFAULTS } from '../../../generated/countries.ts';
import { LIMITS } from '../../../generated/limits.ts';
import type { Steps } from '../../base/load/turns.ts';
import type { Draft, DraftInput, NormaliseRaises } from '../regime.ts';
import { isUse, NO_EFFECTS, USE_CODES, useFits, usesFor } from './cfdi-use.ts';
import { FORM_TO_BE_DEFINED, METHOD_DEFERRED, PAYMENT_FORMS, TYPE_INCOME } from './codes.ts';
import { normaliseLine, type NormalisedLine, readText as text } from './normalise-line.ts';
import { chooseReceiver, type Receiver } from './receiver.ts';

const DEFAULTS = INVOICE_DEFAULTS.MX;

const TERMS_DAYS: ReadonlyMap<string, number> = new Map(
  Object.entries(DEFAULTS.payment_terms_days_by_method),
);

const chooseTerms = (method: string): number => TERMS_DAYS.get(method) ?? COUNTRIES.MX.payment_terms_days;

export function* normalise(ctx: NormaliseRaises, input: DraftInput): Steps<Draft> {
  const method = text(input.countryDetails, 'payment_method') ?? DEFAULTS.payment_method;
  const receiver = chooseReceiver(input.buyer, input.seller);
  const countryDetails = {
    cfdi_type: TYPE_INCOME,
    payment_method: method,
    payment_form: paymentForm(ctx, input, method),
    cfdi_use: cfdiUse(ctx, input, receiver),
  };
  const lines: NormalisedLine[] = [];
  for (const [index, line] of input.lines.entries()) {
    lines.push(normaliseLine(ctx, input, receiver, line, index));
    yield;
  }
  return {
    ...input,
    countryDetails,
    paymentTermsDays: input.paymentTermsDays ?? chooseTerms(method),
    lines: lines.map(({ line }) => line),
    derived: lines.flatMap(({ derived }) => derived).slice(0, LIMITS.FilingPreview.derived),
    payee:
      input.accounts?.find(({ clabe, currency }) => clabe !== null && currency === input.currency) ?? null,
  };
}

const paymentForm = (ctx: NormaliseRaises, input: DraftInput, method: string): string => {
  const path = 'country_details.payment_form';
  const given = text(input.countryDetails, 'payment_form');
  if (given === undefined) return method === METHOD_DEFERRED ? FORM_TO_BE_DEFINED : DEFAULTS.payment_form;
  if (!PAYMENT_FORMS.includes(given)) {
    throw ctx.error('code_unknown', {
      path,
      received: given,
      code_list: 'c_FormaPago',
      allowed: [...PAYMENT_FORMS],
    });
  }
  if (method === METHOD_DEFERRED && given !== FORM_TO_BE_DEFINED) {
    throw ctx.error('payment_form_not_for_method', {
      path,
      received: given,
      payment_method: method,
      allowed: [FORM_TO_BE_DEFINED],
    });
  }
  return given;
};

const USE_PATH = 'country_details.cfdi_use';

/** The caller's, else the customer's own default, else general expenses. */
const cfdiUse = (ctx: NormaliseRaises, input: DraftInput, receiver: Receiver): string => {
  const given = text(input.countryDetails, 'cfdi_use');
  const { rfc, regime } = receiver;
  if (rfc !== null && rfc.generic !== null) {
    if (given === undefined || given === NO_EFFECTS) return NO_EFFECTS;
    throw ctx.error('cfdi_use_not_for_generic', { path: USE_PATH, received: given, tax_id: rfc.text });
  }
  if (given !== undefined) return checkedUse(ctx, given, receiver);
  const use = input.buyer.details['cfdi_use_code'] ?? DEFAULTS.cfdi_use;
  if (rfc === null || useFits(use, regime ?? undefined, rfc.person)) return use;
  ctx.warn('cfdi_use_fell_back', {
    path: USE_PATH,
    default_use: use,
    fiscal_regime_code: regime ?? '',
    cfdi_use: NO_EFFECTS,
  });
  return NO_EFFECTS;
};

const checkedUse = (ctx: NormaliseRaises, use: string, { rfc, regime }: Receiver): string => {
  if (!isUse(use)) {
    throw ctx.error('code_unknown', {
      path: USE_PATH,
      received: use,
      code_list: 'c_UsoCFDI',
      allowed: [...USE_CODES],
    });
  }
  if (rfc === null || useFits(use, regime ?? undefined, rfc.person)) return use;
  const allowed = usesFor(regime ?? undefined, rfc.person);
  if (regime !== null) {
    throw ctx.error('cfdi_use_not_for_regime', {
      path: USE_PATH,
      received: use,
      fiscal_regime_code: regime,
      allowed,
    });
  }
  const reason = 'is only for natural persons, and the RFC of the counterparty is that of a company';
  const hint = 'Choose one of the allowed codes.';
  throw ctx.error('invalid_parameter', { path: USE_PATH, reason, received: use, allowed, hint });
};
