// Whether everything that people read on the document can be printed.
import { unsetCharacters } from './typeface.ts';
import type { InvoiceDocument } from './regime.ts';
import { advice, changeCounterparty, changeEntity, type Finding, newDraftWith, type Rule } from './rules.ts';

const MOST_NAMED = 5;

const finding = (
  path: string,
  what: string,
  text: string | null | undefined,
  fix: string,
): readonly Finding[] => {
  const characters = unsetCharacters(text ?? '');
  if (characters.length === 0) return [];
  const named = characters.slice(0, MOST_NAMED).join(' ');
  const more = characters.length > MOST_NAMED ? ` and ${characters.length - MOST_NAMED} more characters` : '';
  return [
    {
      path,
      message: `The PDF has no letters for ${named}${more} in ${what}; it would show their Unicode numbers.`,
      fix: `${fix} The PDF can show Latin, Greek and Cyrillic letters.`,
    },
  ];
};

const check = ({ seller, buyer, title, notes, lines, terms }: InvoiceDocument): readonly Finding[] => {
  const spell = newDraftWith('spelling them with other letters');
  const { street, city, contact_name } = buyer.details;
  return [
    ...finding(
      'entity.name',
      'the name of the company',
      seller.name,
      changeEntity('spell the name with other letters', '--name'),
    ),
    ...finding(
      'counterparty.name',
      "the customer's name",
      buyer.name,
      changeCounterparty('spell the name with other letters', '--name'),
    ),
    ...finding(
      'counterparty.country_details',
      "the customer's address",
      [street, city, contact_name].join(' '),
      changeCounterparty('spell the address with other letters', '--street'),
    ),
    ...finding('title', 'the title', title, spell),
    ...lines.flatMap(({ description }, index) =>
      finding(`line_items[${index}].description`, 'the description', description, spell),
    ),
    ...finding('notes', 'the notes', notes, spell),
    ...finding('payment_terms_text', 'the payment terms', terms.paymentTermsText, spell),
  ];
};

/** A warning only: the XML, which holds every character, is filed in any case. */
export const PRINT_RULES: readonly Rule[] = [advice('PDF-FONT', check)];
