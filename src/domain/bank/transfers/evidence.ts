// The evidence that two lines are one transfer between own accounts. Strangers often pay equal amounts, so an amount
// alone never pairs two lines: an account number or the company's own name is needed. A line that names another
// party's account, tax id or name is no transfer, whatever its other words.
import { findClabes, findIbans } from '../../../base/bank-identifiers.ts';
import { withoutLegalForms } from '../../../base/names/vocabulary.ts';
import { foldUmlauts, normaliseName, wordsOf } from '../../../base/names/normalise.ts';
import type { BankAccountRecord } from '../../money/bank-accounts/store.ts';
import type { Leg } from '../transactions/store/transfers.ts';

export type OwnAccount = Pick<BankAccountRecord, 'id' | 'name' | 'clabe' | 'iban' | 'account_number_masked'>;

export interface Owner {
  readonly name: string;
  readonly tax_id: string | null;
  readonly accounts: ReadonlyMap<string, OwnAccount>;
}

/** The evidence in one line; read once for all comparisons. */
export interface LegFacts {
  /** The own account it names; null for none, `stranger` for an account that is not ours. */
  readonly account: OwnAccount | 'stranger' | null;
  readonly party: 'owner' | 'stranger' | null;
  readonly says_own: boolean;
  readonly says_transfer: boolean;
  /** Its text contains the owner's name. */
  readonly names_owner: boolean;
  readonly text: string;
}

/** Phrases that are sufficient, normalised. */
const BETWEEN_OWN =
  /\b(entre cuentas propias|cuentas? propias?|traspaso propio|(?:traspaso|transferencia) entre (?:mis )?cuentas|mismo titular|umbuchung|eigenubertrag|eigenuebertrag|ubertrag eigene[sn]?|eigenen? konten|eigenes konto|own accounts?|internal transfer)\b/u;
/** Unless they mention somebody else's account. */
const OF_OTHERS = /\b(terceros|tercero|third party|fremdkonto)\b/u;
/** Words for transfers, which also occur in payments to others. */
const TRANSFER =
  /\b(traspasos?|transferencia|transf|spei|ubertrag|uebertrag|uberweisung|ueberweisung|gutschr|transfer)\b/u;

const compact = (text: string): string => text.replace(/[^0-9A-Za-z]+/gu, '').toUpperCase();

const joinTexts = ({ description, reference, counterparty_hint }: Leg): string =>
  [description, reference ?? '', counterparty_hint ?? ''].join(' ');

/** Shorter numbers fit too many accounts. */
const MIN_PART_LENGTH = 8;

const isOwnNumber = (number: string, { clabe, iban }: OwnAccount): boolean => {
  // A German bank code and account number are the IBAN without its first four characters.
  if (number === clabe || number === iban || number === iban?.slice(4)) return true;
  const bare = number.replace(/^0+/, '');
  if (!/^\d+$/.test(bare) || bare.length < MIN_PART_LENGTH || number.length === 18) return false;
  return clabe?.slice(6, 17).endsWith(bare) === true || iban?.slice(4).endsWith(bare) === true;
};

/** A complete number that is not ours belongs to a stranger. */
const namedAccount = (leg: Leg, owner: Owner): LegFacts['account'] => {
  const text = joinTexts(leg);
  const named =
    leg.party_account === null ? [...findClabes(text), ...findIbans(text)] : [compact(leg.party_account)];
  const own = owner.accounts.get(leg.bank_account_id);
  const numbers = named.filter((number) => own === undefined || !isOwnNumber(number, own));
  for (const number of numbers) {
    const found = [...owner.accounts.values()].find((account) => isOwnNumber(number, account));
    if (found !== undefined) return found;
  }
  return numbers.some((number) => number.length >= MIN_PART_LENGTH) ? 'stranger' : null;
};

/** The company's name as on statements: normalised, without the legal form. */
const coreName = (name: string): string => withoutLegalForms(wordsOf(normaliseName(name))).join(' ');

const fold = (name: string): string => wordsOf(coreName(name)).map(foldUmlauts).join(' ');

/** Banks cut names, at the earliest here when they cut in a word; a name that ends with a word may be a sister company's. */
const MIN_CUT_LENGTH = 12;
const MIN_WHOLE_WORDS_LENGTH = 20;

const isCut = (part: string, whole: string): boolean =>
  whole.startsWith(part) &&
  part.length >= (whole[part.length] === ' ' ? MIN_WHOLE_WORDS_LENGTH : MIN_CUT_LENGTH);

const sortWords = (name: string): string => name.split(' ').toSorted().join(' ');

const isOwnName = (named: string, own: string): boolean =>
  own !== '' && (named === own || isCut(named, own) || sortWords(named) === sortWords(own));

const namedParty = (leg: Leg, owner: Owner): LegFacts['party'] => {
  if (leg.party_tax_id !== null && owner.tax_id !== null)
    return leg.party_tax_id === owner.tax_id ? 'owner' : 'stranger';
  const named = fold(leg.counterparty_hint ?? '');
  if (named === '') return null;
  if (isOwnName(named, fold(owner.name))) return 'owner';
  const ownNames = [...owner.accounts.values()].map(({ name }) => fold(name));
  return ownNames.includes(named) ? null : 'stranger';
};

export const readFacts = (leg: Leg, owner: Owner): LegFacts => {
  const text = normaliseName(joinTexts(leg));
  const ownName = coreName(owner.name);
  return {
    account: namedAccount(leg, owner),
    party: namedParty(leg, owner),
    says_own: BETWEEN_OWN.test(text) && !OF_OTHERS.test(text),
    says_transfer: TRANSFER.test(text),
    names_owner: ownName !== '' && ` ${text} `.includes(` ${ownName} `),
    text,
  };
};

/** The last digits are shared by many accounts: they count beside a word of transfers only. */
const namesMasked = ({ text }: LegFacts, account: OwnAccount | undefined): boolean => {
  const digits = /\d{3,}$/.exec(account?.account_number_masked ?? '')?.[0];
  return digits !== undefined && new RegExp(`(?<!\\d)${digits}(?!\\d)`, 'u').test(text);
};

/** Whether the line's account number says that it goes to, or comes from, that account. */
const pointsAt = ({ account }: LegFacts, other: OwnAccount | undefined): 'yes' | 'no' | undefined => {
  if (account === null || other === undefined) return undefined;
  if (account !== 'stranger') return account.id === other.id ? 'yes' : 'no';
  // The number of an account that the books do not have in full could be any.
  return other.clabe === null && other.iban === null ? undefined : 'no';
};

/** 2: an account number says so; 1: name or phrase; 0: nothing but the amount, or something speaks against it. */
export const weighEvidence = (
  one: { readonly leg: Leg; readonly facts: LegFacts },
  other: { readonly leg: Leg; readonly facts: LegFacts },
  { accounts }: Owner,
): 0 | 1 | 2 => {
  const sides = [
    { facts: one.facts, target: accounts.get(other.leg.bank_account_id) },
    { facts: other.facts, target: accounts.get(one.leg.bank_account_id) },
  ].map((side) => ({ ...side, points: pointsAt(side.facts, side.target) }));
  if (sides.some(({ points }) => points === 'no')) return 0;
  // Beside our own account's number, a name may be that of the bank.
  if (sides.some(({ facts, points }) => points !== 'yes' && facts.party === 'stranger')) return 0;
  if (sides.some(({ points }) => points === 'yes')) return 2;
  if (sides.some(({ facts }) => facts.party === 'owner' || facts.says_own)) return 1;
  const areTransfers = sides.every(({ facts }) => facts.says_transfer);
  const named = sides.some(({ facts, target }) => facts.names_owner || namesMasked(facts, target));
  return areTransfers && named ? 1 : 0;
};
