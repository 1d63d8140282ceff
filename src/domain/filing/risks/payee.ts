// Whether the money goes where it should: into an account of the company that a person knows.
import type { RiskFlag } from '../../../../generated/types.ts';
import { compactIban } from '../../../base/bank-identifiers.ts';
import { canonicalJson } from '../../../base/key-order.ts';
import { parseInstant } from '../../../db/instant.ts';
import { type BankAccountRecord, allAccounts } from '../../money/bank-accounts/store.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { canBeKept, isOwnNumber, namedAccounts, numbersOf } from '../../documents/shared/payee-accounts.ts';
import { isPreview } from '../approval/snapshot.ts';
import { readFields } from '../store/job-row.ts';
import { MAX_CHANGES, approvedSince, changesByKeys } from '../store/risks.ts';
import type { Looked } from './risks.ts';
import { flag } from './words.ts';

export const payeeRisks = async (ctx: ReadScope, { document }: Looked): Promise<RiskFlag[]> => {
  const named = namedAccounts(document);
  if (named.length === 0) return [];
  const accounts = (await allAccounts(ctx)).filter(({ active }) => active);
  const flags: RiskFlag[] = [];
  for (const number of named) {
    const own = accounts.find((account) => isOwnNumber(account, number));
    if (own === undefined) {
      const known = accounts.flatMap(numbersOf);
      // Of a company whose accounts are not kept here, an account that was approved before is known too; numbers that
      // are neither IBAN nor CLABE never are.
      const isKept = known.length > 0 && canBeKept(number);
      if (isKept || !(await isApproved(ctx, number, EVER)))
        flags.push(flag('payee_account_unknown', number, known.length === 0 ? null : known.join(', ')));
    } else {
      const since = await changedByKey(ctx, own, number);
      if (since !== undefined) flags.push(flag('payee_account_changed', number, since.toISOString()));
    }
  }
  return flags;
};

/** When a key gave the account this number, unless a person has approved a document with it since. */
const changedByKey = async (
  ctx: ReadScope,
  { id }: BankAccountRecord,
  number: string,
): Promise<Date | undefined> => {
  const changes = await changesByKeys(ctx, id);
  const set =
    changes.find(({ before, after }) => names(after, number) && !names(before, number)) ??
    // What lies behind so many changes is not known, so that a key cannot hide one behind them.
    (changes.length === MAX_CHANGES ? changes.at(-1) : undefined);
  if (set === undefined) return undefined;
  const since = parseInstant(set.occurred_at);
  return (await isApproved(ctx, number, since)) ? undefined : since;
};

const EVER = new Date(0);

/** Among the last that persons have approved, the newest first. */
const isApproved = async (ctx: ReadScope, number: string, since: Date): Promise<boolean> => {
  for await (const snapshot of approvedSince(ctx, since))
    if (approvedAccounts(readFields(snapshot)['document']).includes(number)) return true;
  return false;
};

/** What a person was asked to pay into by what was approved, as it is looked for in documents. */
const approvedAccounts = (document: unknown): string[] => {
  if (!isPreview(document)) {
    const { bank_account_number } = readFields(readFields(document)['country_details'] ?? {});
    return typeof bank_account_number === 'string' ? [compactIban(bank_account_number)] : [];
  }
  const { country_details, notes, title, terms, references, attachments, payee_account: payee } = document;
  return namedAccounts({
    countryDetails: {
      ...country_details,
      buyer_reference: references.buyer_reference,
      bank_name: payee?.name,
      bank_account_number: payee?.number ?? undefined,
    },
    payee,
    notes,
    title,
    lines: document.lines.map(({ description, product_number }) => ({
      description,
      productNumber: product_number,
    })),
    terms: {
      paymentTermsText: terms.text,
      orderReference: references.order_reference,
      contractReference: references.contract_reference,
      projectReference: references.project_reference,
      attachments,
      allowances: terms.allowances,
      charges: terms.charges,
      directDebit: terms.direct_debit,
    },
  });
};

/** In what the trail says of an account. */
const names = (value: unknown, number: string): boolean =>
  compactIban(canonicalJson(value ?? null)).includes(number);
