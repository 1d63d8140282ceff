// What is out of the ordinary about a draft, told to who makes it. The person who approves sees risk flags besides.
import type { Entity } from '../../../base/entity.ts';
import { compactIban } from '../../../base/bank-identifiers/iban.ts';
import { decimal } from '../../../base/money/decimal.ts';
import { dayIn, type IsoDay } from '../../../base/time/day.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { Buyer, Details } from '../../../einvoicing/regime.ts';
import type { DocumentContent } from '../../../db/stated.ts';
import { activePayeeAccounts } from '../../bank-accounts/store.ts';
import { findCertificates, type StoredCertificate } from '../../certificates/store.ts';
import type { ReadScope } from '../../change/scope.ts';
import { readStoredTerms } from '../content.ts';
import { canBeKept, isOwnNumber, namedAccounts } from '../payee-accounts.ts';
import { type Unusual, unusualRate, type WarnsUnusual } from './unusual.ts';

/** A draft as it is planned. */
export interface PlannedDraft {
  readonly buyer: Buyer;
  readonly header: {
    readonly issue_date: string;
    readonly currency: string;
    readonly country_details: Details;
    readonly content: DocumentContent | null;
    readonly notes: string | null;
    readonly title: string | null;
  };
  readonly lines: readonly { readonly description: string; readonly tax_rate: string }[];
  /** The exchange rate that the caller gave. */
  readonly givenRate: number | undefined;
}

export const warnOfDraft = async (ctx: ReadScope & WarnsUnusual, draft: PlannedDraft): Promise<void> => {
  const { header, buyer, lines, givenRate } = draft;
  const issueDate = header.issue_date as IsoDay;
  const rate = givenRate === undefined ? null : decimal(String(givenRate));
  const odd = regimeOf(ctx.entity.country_code).oddities({
    seller: ctx.entity,
    buyer,
    countryDetails: header.country_details,
    lines: lines.map(({ tax_rate }) => ({ taxRate: decimal(tax_rate) })),
  });
  const found = [
    await unusualRate(ctx, { currency: header.currency, rate, issueDate }),
    ...(await unknownAccounts(ctx, draft)),
    ...odd,
    await invalidCertificate(ctx, issueDate),
  ];
  for (const unusual of found) if (unusual !== null) ctx.warn('unusual_value', unusual);
};

const unknownAccounts = async (ctx: ReadScope, { header, lines }: PlannedDraft): Promise<Unusual[]> => {
  const { content, country_details, notes, title } = header;
  if (content === null) return [];
  const terms = readStoredTerms(content.terms);
  const given = compactIban(String(country_details['bank_account_number'] ?? ''));
  const named = namedAccounts({ countryDetails: country_details, notes, title, terms, lines });
  if (named.length === 0) return [];
  const accounts = await activePayeeAccounts(ctx);
  const own = accounts.flatMap(({ iban, clabe }) => [iban, clabe]).filter((number) => number !== null);
  if (own.length === 0) return [];
  return named
    .filter((number) => canBeKept(number) && !accounts.some((account) => isOwnNumber(account, number)))
    .map((received) => ({
      path: received === given ? 'country_details.bank_account_number' : 'notes',
      received,
      usual: own.join(', '),
    }));
};

const spanOf = ({ time_zone }: Entity, { valid_from, valid_to }: StoredCertificate) =>
  [dayIn(time_zone, valid_from), dayIn(time_zone, valid_to)] as const;

/** Only where the issuer seals: the certificates that it has must be valid on the day of issue. */
const invalidCertificate = async (ctx: ReadScope, issueDate: IsoDay): Promise<Unusual | null> => {
  const { entity } = ctx;
  if (regimeOf(entity.country_code).seal === undefined) return null;
  const certificates = await findCertificates(ctx.db, entity);
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
