// The most characters of what people type where no tool takes it. What a tool takes has the limit of its parameter.
import { TOOLS } from '../../generated/dispatch.ts';
import { LIMITS } from '../../generated/limits.ts';
import { partOf } from './parts/part-of.ts';

export const CHARACTERS = {
  name: LIMITS.Entity.name,
  email: LIMITS.ListedCounterparty.email,
  tax_id: LIMITS.Entity.tax_id,
  postal_code: LIMITS.ListedCounterparty.postal_code,
  /** The longest name of the IANA list has half of it. */
  time_zone: 64,
  /** A field of a country, of which each has a limit of its own that the books check. */
  detail: 200,
  key_name: LIMITS.ApiKeyRequest.name,
  passkey_name: 100,
  /** Why something is not done, as whoever asked for it reads it. */
  reason: LIMITS.ApiKeyRequest.rejection,
  /** A record's id, with room for what is pasted around it. */
  record_id: 40,
  /** Words that are looked for. */
  query: partOf(TOOLS.search.inputSchema, 'query').maxLength,
  heading: LIMITS.StatementColumnInput.heading,
  payment_form: partOf(TOOLS.create_credit_note.inputSchema, 'payment_form').maxLength,
  /** An amount as it is typed, with its marks. */
  amount: 24,
} as const;
