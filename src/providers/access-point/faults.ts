// Refusals by an access point or its network, as faults that an agent can read.
import type { FilingFault, Outcome } from '../../einvoicing/filing.ts';
import { toDo } from '../../base/text/to-do.ts';

/** Long enough for any useful message; providers sometimes answer with a whole page. */
const MAX_TEXT = 600;

const shorten = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_TEXT ? line : `${line.slice(0, MAX_TEXT - 1)}…`;
};

export const rejected = (...faults: readonly FilingFault[]): Outcome => ({ kind: 'rejected', faults });
export const unknown = (reason: string): Extract<Outcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  reason: shorten(reason),
});

export const recipientNotFound = (receiver: string): FilingFault => ({
  code: 'recipient_not_found',
  message: `The network knows no receiver ${receiver} that takes invoices.`,
  path: 'counterparty_id',
  fix: toDo('participant'),
  source: 'network',
});

/** A fault outside the document, which an administrator has to correct. */
export const configurationFault = (message: string, fix: string): FilingFault => ({
  code: 'access_point_configuration',
  message: shorten(message),
  path: null,
  fix,
  source: 'provider',
});

/** The access point refused the credentials. */
export const refusedAccess = (name: string, status: number): FilingFault =>
  configurationFault(
    `The access point ${name} refused the service's credentials (HTTP ${status}).`,
    toDo('access_token'),
  );

/** Ids of EN 16931, its national and Peppol's own rules, and those of PINT. */
const RULE_ID =
  /\b(?:PEPPOL-[A-Z0-9]+-[A-Z0-9-]*\d+|UBL-[A-Z]{2}-\d+|(?:aligned-)?ibr-[a-z0-9-]*\d+|BR-[A-Z0-9]+(?:-[A-Z0-9]+)*(?:-[a-z]\b)?|DE-R-\d{3}(?:-\d)?|[A-Z]{2}-R-\d{3})\b/u;

const NOT_FOUND =
  /not (?:be )?(?:registered|found|reachable|exist)|no (?:such |matching )?(?:receiver|recipient|participant)|unknown (?:receiver|recipient|participant)|(?:cannot|can not|does not) receive/iu;

/** Whether a message says that the receiver is not on the network. One that names a rule is about the document. */
export const saysNotFound = (text: string): boolean =>
  !RULE_ID.test(text) &&
  NOT_FOUND.test(text) &&
  /receiver|recipient|participant|routing|eidentifier/iu.test(text);

/** A code of any form in brackets before the message. */
const LEAD = /^\s*\[([A-Za-z][\w.-]{1,59})\]/u;

/** A message that names its rule; `[BR-DE-15] …` and `… (BR-CO-10)` alike. */
export const validationFault = (text: string, fallback: string): FilingFault => {
  const code = LEAD.exec(text)?.[1] ?? RULE_ID.exec(text)?.[0];
  return {
    code: code ?? fallback,
    message: shorten(code === undefined ? text : withoutLead(text, code)),
    path: null,
    fix: code === undefined ? toDo('access_read') : toDo('access_rule', { code }),
    source: code === undefined ? 'provider' : 'network',
  };
};

/** The fault's code already has the id. */
const withoutLead = (text: string, code: string): string => {
  const whole = text.trim();
  const lead = [`[${code}]`, code].find((form) => whole.startsWith(form));
  if (lead === undefined) return whole;
  const rest = whole.slice(lead.length).replace(/^[\s:–-]+/u, '');
  return rest === '' ? whole : rest;
};
