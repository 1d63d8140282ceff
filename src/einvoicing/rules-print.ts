// Whether everything that people read on the document can be printed.
import { unsetCharacters } from './typeface.ts';
import type { InvoiceDocument } from './regime.ts';
import type { FindingKey } from '../../generated/rules.ts';
import { advice, finding, type Finding, type Rule } from './rules.ts';

const MOST_NAMED = 5;

type Place = Extract<FindingKey, `PDF-FONT.${string}`>;

const unset = (path: string, key: Place, text: string | null | undefined): readonly Finding[] => {
  const characters = unsetCharacters(text ?? '');
  if (characters.length === 0) return [];
  const named = characters.slice(0, MOST_NAMED).join(' ');
  const more = characters.length > MOST_NAMED ? ` and ${characters.length - MOST_NAMED} more characters` : '';
  return [finding(path, key, { named: `${named}${more}` })];
};

const check = ({ seller, buyer, title, notes, lines, terms }: InvoiceDocument): readonly Finding[] => {
  const { street, city, contact_name } = buyer.details;
  const address = [street, city, contact_name].join(' ');
  return [
    ...unset('entity.name', 'PDF-FONT.entity_name', seller.name),
    ...unset('counterparty.name', 'PDF-FONT.customer_name', buyer.name),
    ...unset('counterparty.country_details', 'PDF-FONT.customer_address', address),
    ...unset('title', 'PDF-FONT.title', title),
    ...lines.flatMap(({ description }, index) =>
      unset(`line_items[${index}].description`, 'PDF-FONT.description', description),
    ),
    ...unset('notes', 'PDF-FONT.notes', notes),
    ...unset('payment_terms_text', 'PDF-FONT.payment_terms', terms.paymentTermsText),
  ];
};

/** A warning only: the XML, which holds every character, is filed in any case. */
export const PRINT_RULES: readonly Rule[] = [advice('PDF-FONT', check)];
