// What is out of the ordinary about a draft, told to who makes it. The person who approves sees risk flags besides.
import type { Entity } from '../../../../base/entity.ts';
import { compactIban } from '../../../../base/bank-identifiers.ts';
import { decimal } from '../../../../base/money/decimal.ts';
import { dayIn, type IsoDay } from '../../../../base/time/day.ts';
import { regimeOf } from '../../../../einvoicing/index.ts';
import type { Buyer, Details, PayeeAccount } from '../../../../einvoicing/regime.ts';
import type { DocumentContent } from '../../../../db/stated.ts';
import { type CertificateRecord, listCertificates } from '../../../parties/certificates/store.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import { readStoredTerms } from '../content.ts';
import { canBeKept, isOwnNumber, namedAccounts } from '../payee-accounts.ts';
import { hugeAmount, rateOf, type Unusual, unusualRate, type WarnsUnusual } from './unusual.ts';

/** A draft as it is planned. */
export interface PlannedDraft {
  readonly buyer: Buyer;
  readonly header: {
    readonly issue_date: string;
    readonly currency: string;
    readonly exchange_rate: string | null;
    readonly total_minor: number;
    readonly country_details: Details;
    readonly content: DocumentContent | null;
    readonly notes: string | null;
    readonly title: string | null;
  };
  readonly lines: readonly {
    readonly description: string;
    readonly tax_rate: string;
    readonly country_details: Details;
  }[];
  /** The exchange rate that the caller gave. */
  readonly givenRate: number | undefined;
  /** The company's active ones. */
  readonly accounts: readonly PayeeAccount[];
}

export const warnOfDraft = async (ctx: ReadScope & WarnsUnusual, draft: PlannedDraft): Promise<void> => {
  const { header, buyer, lines, givenRate } = draft;
  const issueDate = header.issue_date as IsoDay;
  const rate = givenRate === undefined ? null : decimal(String(givenRate));
  const odd = regimeOf(ctx.entity.country_code).oddities({
    seller: ctx.entity,
    buyer,
    countryDetails: header.country_details,
    lines: lines.map(({ tax_rate, country_details }) => ({
      taxRate: decimal(tax_rate),
      countryDetails: country_details,
    })),
  });
  const found = [
    await unusualRate(ctx, { currency: header.currency, rate, issueDate }),
    hugeAmount(ctx, header, rateOf(header)),
    ...unknownAccounts(draft),
    ...odd,
    await invalidCertificate(ctx, issueDate),
  ];
  for (const unusual of found) if (unusual !== null) ctx.warn('unusual_value', unusual);
};

const unknownAccounts = ({ header, lines, accounts }: PlannedDraft): Unusual[] => {
  const { content, country_details, notes, title } = header;
  if (content === null) return [];
  const terms = readStoredTerms(content.terms);
  const texts = [
    ['notes', notes],
    ['title', title],
    ['payment_terms_text', terms.paymentTermsText],
    ['order_reference', terms.orderReference],
    ['contract_reference', terms.contractReference],
    ['project_reference', terms.projectReference],
    ...lines.map(({ description }, index) => [`line_items[${index}].description`, description] as const),
  ] as const;
  const given = compactIban(String(country_details['bank_account_number'] ?? ''));
  const named = namedAccounts({ countryDetails: country_details, notes, title, terms, lines });
  const own = accounts.flatMap(({ iban, clabe }) => [iban, clabe]).filter((number) => number !== null);
  const usual =
    own.length === 0 ? "an account of the company's own; none is in the books yet" : own.join(', ');
  return named
    .filter((number) => canBeKept(number) && !accounts.some((account) => isOwnNumber(account, number)))
    .map((received) => ({
      path: received === given ? 'country_details.bank_account_number' : placeOf(received, texts),
      received,
      usual,
    }));
};

/** The text that has the number, however it is grouped; the whole draft where only its reading has. */
const placeOf = (
  number: string,
  texts: readonly (readonly [path: string, text: string | null])[],
): string => {
  const letters = (text: string | null): string => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/gu, '');
  return texts.find(([, text]) => letters(text).includes(number))?.[0] ?? 'line_items';
};

const spanOf = ({ time_zone }: Entity, { valid_from, valid_to }: CertificateRecord) =>
  [dayIn(time_zone, new Date(valid_from)), dayIn(time_zone, new Date(valid_to))] as const;

/** Only where the issuer seals: the certificates that it has must be valid on the day of issue. */
const invalidCertificate = async (ctx: ReadScope, issueDate: IsoDay): Promise<Unusual | null> => {
  const { entity } = ctx;
  if (regimeOf(entity.country_code).seal === undefined) return null;
  const certificates = await listCertificates(ctx.db, [entity.id]);
  const [first] = certificates;
  const spans = certificates.map((certificate) => spanOf(entity, certificate));
  if (first === undefined || spans.some(([from, to]) => from <= issueDate && issueDate <= to)) return null;
  const [from, to] = spanOf(entity, first);
  return {
    path: 'issue_date',
    received: issueDate,
    usual: `a day of the certificate ${first.serial}, from ${from} to ${to}`,
  };
};
