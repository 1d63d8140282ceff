// A PAC's definite refusals, as faults that an agent can read: what they mean and what can be done.
import { PAC_FAULTS } from '../../../generated/vocabulary/pac-faults.ts';
import type { FilingFault } from '../../einvoicing/filing.ts';
import { SAME_PAYMENT } from '../../einvoicing/mx-cfdi/payment/rule.ts';

const FIXES: ReadonlyMap<string, string> = new Map(
  Object.entries(PAC_FAULTS.fixes).flatMap(([codes, fix]) => codes.split(' ').map((code) => [code, fix])),
);

export const toFault = (code: string, message: string, detail: string | null): FilingFault => ({
  code,
  message: withDetail(withoutCode(code, message), detail),
  path: null,
  fix: FIXES.get(code) ?? (code.startsWith('CRP') ? SAME_PAYMENT : PAC_FAULTS.fixes.other),
  source: 'authority',
});

/** `CFDI40161 - …`, `302. …`: the fault has the code already. */
const withoutCode = (code: string, message: string): string => {
  const rest = message.trim().startsWith(code)
    ? message
        .trim()
        .slice(code.length)
        .replace(/^[\s.:–-]+/u, '')
    : message;
  return rest === '' ? message : rest;
};

const withDetail = (message: string, detail: string | null): string =>
  detail === null || message.includes(detail) ? message : `${message} ${detail}`;

/** By the SAT's code for each UUID. */
const CANCEL_CODES: Readonly<Record<string, { readonly message: string; readonly fix: string }>> =
  PAC_FAULTS.cancel;

export const findCancelFault = (code: string): FilingFault | null => {
  const known = CANCEL_CODES[code];
  if (known === undefined) return null;
  const { message, fix } = known;
  return { code, message: `${code} - ${message}`, path: null, fix, source: 'authority' };
};
