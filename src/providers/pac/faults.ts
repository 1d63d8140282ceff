// A PAC's definite refusals, as faults that an agent can read: what they mean and what can be done.
import type { FilingFault } from '../../einvoicing/filing.ts';
import { SAME_PAYMENT } from '../../einvoicing/mx-cfdi/payment/rule.ts';

const NEW_CSD =
  'An administrator stores a CSD in force with "certificate add"; then submit the invoice again.';
const REGISTER =
  'Correct the counterparty to what its tax certificate (Constancia de Situación Fiscal) says, with "counterparty update" on the admin command line; then submit the invoice again.';
const OWN_REGISTER =
  'Correct the entity to what its tax certificate (Constancia de Situación Fiscal) says, with "entity update" on the admin command line; then submit the invoice again.';
const NEW_DRAFT =
  'Create a corrected invoice, submit that one, and have an administrator discard this draft.';

const FIXES: Readonly<Record<string, string>> = {
  '301': `${NEW_DRAFT} If it is refused again, the operator of the service has to look at it.`,
  '302': 'Submit the invoice again; it is sealed anew.',
  '303': NEW_CSD,
  '304': NEW_CSD,
  '305': NEW_CSD,
  '306': NEW_CSD,
  '308': NEW_CSD,
  '309': NEW_CSD,
  '401': 'Submit the invoice again; it gets a new date.',
  '402': NEW_CSD,
  '403': 'Submit the invoice again; it gets a new date.',
  CFDI40102: 'Submit the invoice again; it is sealed anew.',
  CFDI40138: OWN_REGISTER,
  CFDI40139: OWN_REGISTER,
  CFDI40143: REGISTER,
  CFDI40144: REGISTER,
  CFDI40145: REGISTER,
  CFDI40147: REGISTER,
  CFDI40148: REGISTER,
  CFDI40149: REGISTER,
  CFDI40157: REGISTER,
  CFDI40158: REGISTER,
};

export const toFault = (code: string, message: string, detail: string | null): FilingFault => ({
  code,
  message: withDetail(withoutCode(code, message), detail),
  path: null,
  fix: FIXES[code] ?? (code.startsWith('CRP') ? SAME_PAYMENT : NEW_DRAFT),
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

/** The SAT's code for each UUID to be cancelled. */
const CANCEL_CODES: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  '203': [
    'The UUID does not belong to this issuer.',
    'Void the invoice from the entity that issued it, with its CSD.',
  ],
  '204': ['The invoice cannot be cancelled.', 'Credit the invoice instead.'],
  '205': [
    'The SAT does not know the UUID.',
    'A new stamp reaches the SAT within minutes, at times hours; try again later.',
  ],
  '206': ['The UUID is none of the primary sector.', 'Credit the invoice instead.'],
  '207': ['The reason is missing or not valid.', 'Give one of 01, 02, 03, 04.'],
  '208': [
    'The UUID that replaces the invoice is missing or not valid.',
    'Name the invoice that replaces it.',
  ],
  '209': ['Only reason 01 names a replacement.', 'Leave the replacement out, or give reason 01.'],
  '210': ['The request is later than the tax return that counts.', 'Credit the invoice instead.'],
  '211': ['The time in which the invoice could be cancelled is over.', 'Credit the invoice instead.'],
  '212': ['The invoice that replaces it does not refer to it.', 'Name the invoice that replaces it.'],
};

export const findCancelFault = (code: string): FilingFault | null => {
  const known = CANCEL_CODES[code];
  if (known === undefined) return null;
  const [message, fix] = known;
  return { code, message: `${code} - ${message}`, path: null, fix, source: 'authority' };
};
