// A stored bank line as the matcher reads it.
import type { MatchLine } from '../../../../matching/types.ts';
import type { LineToMatch } from '../../transactions/store/matching.ts';

export const toLine = (row: LineToMatch): MatchLine => ({
  id: row.id,
  date: row.date,
  amountMinor: row.amount_minor,
  direction: row.transaction_type,
  currency: row.currency,
  description: row.description,
  reference: row.reference,
  party: row.counterparty_hint,
  partyAccount: row.party_account,
  partyTaxId: row.party_tax_id,
});
