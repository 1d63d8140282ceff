// Which record a caller means who gave a name, a number or a title where its id belongs.
import type { EntityId, IdName, OrganisationId } from '../../../../generated/ids.ts';
import type { Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { RecordCandidate, SearchType } from '../../../../generated/types.ts';
import type { Entity } from '../../../base/entity.ts';
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';
import { nameFit, parseName } from '../../../base/names/same-name.ts';
import type { Reader } from '../../../db/database.ts';
import { allAccounts } from '../../money/bank-accounts/store.ts';
import { findWithWords } from '../../parties/counterparties/known-names.ts';
import { listEntities } from '../../ground/entities/store.ts';
import { searchRecords } from './search.ts';

export interface NameRequest {
  readonly db: Reader;
  readonly now: Date;
  readonly organisation_id: OrganisationId;
  /** The one entity of a bound key. */
  readonly bound: EntityId | null;
  /** The entity of the call; undefined as long as that is open itself. */
  readonly entity: Entity | undefined;
  readonly mayRead: (scope: Scope) => boolean;
}

export interface Named {
  readonly candidates: readonly RecordCandidate[];
  /** The only one that it certainly names. */
  readonly certain: RecordCandidate | undefined;
}

/** The kinds that people call by a name or number, as the search index knows them. */
const SEARCHED: Readonly<Partial<Record<IdName, SearchType>>> = {
  CounterpartyId: 'counterparties',
  InvoiceId: 'invoices',
  BillId: 'bills',
  TaskId: 'tasks',
  InvoicePaymentId: 'invoice_payments',
  InvoiceCreditNoteId: 'invoice_credit_notes',
  BillTicketId: 'bill_tickets',
};

const NOBODY: Named = { candidates: [], certain: undefined };

const choose = (candidates: readonly RecordCandidate[], certain: readonly RecordCandidate[]): Named => ({
  candidates: candidates.slice(0, SERVICE.limits.max_candidates),
  certain: certain.length === 1 ? certain[0] : undefined,
});

const sameText = (a: string, b: string): boolean => normaliseName(a) === normaliseName(b);

/** Of few records: those of this name, else those whose names have all its words. */
const amongListed = (rows: readonly RecordCandidate[], text: string): Named => {
  const asked = parseName(text);
  const same = rows.filter(({ name }) => nameFit(asked, parseName(name)) === 'same');
  const words = wordsOf(normaliseName(text));
  const having = rows.filter(({ name }) => {
    const known = new Set(wordsOf(normaliseName(name)));
    return words.length > 0 && words.every((word) => known.has(word));
  });
  return same.length > 0 ? choose(same, same) : choose(having, having);
};

const toRow = ({ id, name }: { readonly id: string; readonly name: string }): RecordCandidate => ({
  id,
  name,
});

const amongAccounts = async ({ db, entity, mayRead }: NameRequest, text: string): Promise<Named> => {
  if (entity === undefined || !mayRead('bank_accounts:read')) return NOBODY;
  return amongListed((await allAccounts({ db, entity })).map(toRow), text);
};

const amongEntities = async ({ db, organisation_id, bound }: NameRequest, text: string): Promise<Named> => {
  const listed = await listEntities(db, organisation_id, SERVICE.limits.max_entity_candidates);
  return amongListed(listed.filter(({ id }) => bound === null || id === bound).map(toRow), text);
};

const amongIndexed = async (
  request: NameRequest,
  types: readonly SearchType[],
  text: string,
): Promise<Named> => {
  const { entity } = request;
  if (entity === undefined) return NOBODY;
  const { hits } = await searchRecords(request, { ...request, query: text, types, bound: entity.id });
  const toCandidate = ({ id, label, sublabel }: (typeof hits)[number]): RecordCandidate => ({
    id,
    name: sublabel === null ? label : `${label}, ${sublabel}`,
  });
  // A number among other words may be anything.
  const exact = hits.filter(
    ({ type, label, score }) =>
      score === 1 && (type === 'counterparties' || !/\s/.test(text.trim()) || sameText(label, text)),
  );
  const byWords =
    exact.length === 0 && types.includes('counterparties')
      ? await findWithWords({ db: request.db, entity }, text)
      : [];
  const certain = [...exact.map(toCandidate), ...byWords.map(toRow)];
  const others = hits.map(toCandidate).filter(({ id }) => certain.every((each) => each.id !== id));
  return choose([...certain, ...others], certain);
};

/** The records of these kinds that the text may name. */
export const findNamed = async (
  request: NameRequest,
  ids: readonly IdName[],
  text: string,
): Promise<Named> => {
  if (ids.includes('BankAccountId')) return amongAccounts(request, text);
  const types = ids.flatMap((id) => SEARCHED[id] ?? []);
  const found = types.length === 0 ? NOBODY : await amongIndexed(request, types, text);
  return found.candidates.length === 0 && ids.includes('EntityId') ? amongEntities(request, text) : found;
};
