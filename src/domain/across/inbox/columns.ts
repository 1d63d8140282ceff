// What lists show of a reading, as columns: what does not fit a column is left out of it, and stands in the file.
import type { Reading, ReadParty } from '../../../receiving/reading.ts';
import { isCurrency } from '../../../base/money/currency.ts';
import { minorOf } from '../../documents/bills/amount-text.ts';
import { cut, dayOf } from '../../documents/bills/from-reading.ts';
import { numberKey } from '../../documents/shared/number-key.ts';

/** The tax id that says most. */
export const taxIdOf = ({ vatId, taxId, legalId }: ReadParty): string | null =>
  vatId ?? taxId ?? legalId?.id ?? null;

const partiesOf = ({ document, proof, response }: Reading): ReadParty | undefined =>
  document?.seller ?? proof?.seller ?? response?.sender;

export const columnsOf = (reading: Reading) => {
  const { document, proof, response } = reading;
  const given = document?.currency ?? null;
  const currency = given !== null && isCurrency(given) ? given : null;
  const sender = partiesOf(reading);
  const number = cut([document?.series, document?.number].filter(Boolean).join(' '), 120);
  return {
    kind: reading.kind,
    format: cut(reading.format, 40),
    profile: cut(reading.profile, 200),
    supplier_name: cut(sender?.name ?? sender?.tradingName, 300),
    supplier_tax_id: sender === undefined ? null : cut(taxIdOf(sender), 60),
    number: number ?? cut(response?.documentNumber, 120),
    number_key: document === null ? null : numberKey(document.series, document.number),
    uuid: cut((document?.uuid ?? proof?.uuid)?.toLowerCase(), 64),
    issue_date: dayOf(document?.issueDate ?? proof?.issueDate ?? response?.issueDate),
    due_date: dayOf(document?.dueDate),
    currency,
    total_minor: minorOf(document?.totals.total, currency),
    due_minor: minorOf(document?.totals.due, currency),
    lines_count: document?.lines.length ?? 0,
  } as const;
};
