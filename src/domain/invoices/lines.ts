// The lines of a new invoice as the caller gave them, read exactly.
import type { InvoiceLineInput } from '../../../generated/types.ts';
import type { Details, LineInput } from '../../einvoicing/regime.ts';
import { type LineRaises, readLineText } from '../documents/line-text.ts';

export const readLines = (ctx: LineRaises, given: readonly InvoiceLineInput[]): readonly LineInput[] =>
  given.map((line, index) => ({
    ...readLineText(ctx, line, `line_items[${index}]`, 'must say what is sold'),
    countryDetails: givenDetails(line.country_details),
  }));

/** The country fields that were really given. */
export const givenDetails = (details: object | undefined): Details =>
  Object.fromEntries(
    Object.entries(details ?? {}).filter(
      (field): field is [string, string | number] =>
        typeof field[1] === 'string' || typeof field[1] === 'number',
    ),
  );
