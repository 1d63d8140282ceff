// Which counterparty a call means. A wrong guess would invoice a stranger, so only a certain match is accepted; otherwise
// the call is refused with candidates, and nothing is created.
import { SERVICE } from '../../../../generated/service.ts';
import { type CounterpartyId, ID_PREFIXES, ID_SUFFIX } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { counterpartyRules } from '../../../einvoicing/counterparty-regimes.ts';
import { closest, forgivenSlips, slipsBetween } from '../../../base/closest.ts';
import { english, say } from '../../../base/said.ts';
import type { SaidSentence } from '../../../../generated/said.ts';
import type { ToolError } from '../../../base/errors.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { lookup } from '../../ground/search-index/lookup.ts';
import { toCandidate } from './describe.ts';
import { heldSlot } from '../../ground/periods/period.ts';
import { followCounterparty } from './look-up.ts';
import { type NamedCounterparty, findFittingNames, findWithWords } from './known-names.ts';
import {
  type Books,
  type CounterpartyRow,
  type HeldRole,
  findAllByTaxId,
  findByUniqueTaxId,
  findCounterparties,
} from './store/counterparties.ts';

/** How a call names its counterparty; the id wins. */
export interface CounterpartyReference {
  readonly counterparty_id?: string | undefined;
  readonly counterparty_name?: string | undefined;
}

type ResolveErrors =
  | 'counterparty_ambiguous'
  | 'counterparty_no_match'
  | 'counterparty_not_found'
  | 'missing_one_of';

/** A resolving call: its books, its errors, and the error of a counterparty that lacks the role. */
interface Resolving {
  readonly ctx: ReadScope & Raises<ResolveErrors> & Warns<'counterparty_by_words'>;
  readonly role: HeldRole;
  readonly lacksRole: (row: CounterpartyRow, path: string) => ToolError;
}

const BY_ID = 'counterparty_id';
const BY_NAME = 'counterparty_name';
const PUBLIC_ID = new RegExp(`^${ID_PREFIXES.CounterpartyId}_${ID_SUFFIX}$`);

/** Records that are considered as candidates, before those without the role are left out. */
const MAX_LOOKED_AT = 100;
/** A counterparty that fits worse than this is no candidate. */
const MIN_CANDIDATE_SCORE = 0.3;
/** One without the role is named only if it fits at least this well: otherwise the caller should create another. */
const MIN_LACKING_SCORE = 0.6;

/** The error of each role for one who does not hold it; a tool declares that of its own role only. */
interface LacksRole {
  readonly customer: 'counterparty_not_customer';
  readonly supplier: 'counterparty_not_supplier';
}

interface LackingDetails {
  readonly path: string;
  readonly counterparty_id: CounterpartyId;
  readonly name: string;
}

const LACKS_ROLE: {
  readonly [R in HeldRole]: (ctx: Raises<LacksRole[R]>, details: LackingDetails) => ToolError;
} = {
  customer: (ctx, details) => ctx.error('counterparty_not_customer', details),
  supplier: (ctx, details) => ctx.error('counterparty_not_supplier', details),
};

/** For what will name the counterparty: it is not merged into another one before the transaction ends. */
export const resolveForWriting = async <R extends HeldRole>(
  ctx: WriteScope & Raises<ResolveErrors | LacksRole[R]> & Warns<'counterparty_by_words'>,
  reference: CounterpartyReference,
  role: R,
): Promise<CounterpartyRow> => {
  // Whoever merges holds every slot.
  await heldSlot(ctx);
  return resolveCounterparty(ctx, reference, role);
};

/** The counterparty that the call means and that holds the role; anything less certain is an error. */
export const resolveCounterparty = <R extends HeldRole>(
  ctx: ReadScope & Raises<ResolveErrors | LacksRole[R]> & Warns<'counterparty_by_words'>,
  reference: CounterpartyReference,
  role: R,
): Promise<CounterpartyRow> => {
  const lacksRole = ({ id, name }: CounterpartyRow, path: string): ToolError =>
    LACKS_ROLE[role](ctx, { path, counterparty_id: id as CounterpartyId, name });
  return resolve({ ctx, role, lacksRole }, reference);
};

const resolve = async (resolving: Resolving, reference: CounterpartyReference): Promise<CounterpartyRow> => {
  const { counterparty_id, counterparty_name } = reference;
  if (counterparty_id !== undefined) return byId(resolving, counterparty_id, BY_ID);
  if (counterparty_name === undefined) {
    throw resolving.ctx.error('missing_one_of', { path: BY_ID, allowed: [BY_ID, BY_NAME] });
  }
  const name = counterparty_name.trim();
  return PUBLIC_ID.test(name) ? byId(resolving, name, BY_NAME) : byName(resolving, name);
};

const byId = async (resolving: Resolving, id: string, path: string): Promise<CounterpartyRow> => {
  const row = await followCounterparty(resolving.ctx, id);
  if (row === undefined)
    throw resolving.ctx.error('counterparty_not_found', { path, received: id.slice(0, 100) });
  if (!holdsRole(row, resolving.role)) throw resolving.lacksRole(row, path);
  return row;
};

const holdsRole = (row: CounterpartyRow, role: HeldRole): boolean =>
  role === 'customer' ? row.is_customer : row.is_supplier;

const byName = async (resolving: Resolving, name: string): Promise<CounterpartyRow> => {
  const { ctx, role } = resolving;
  const byTaxId = await findByTaxId(resolving, name);
  if (byTaxId.length > 0) return requireOne(resolving, name, byTaxId);
  const fitting = await findFittingNames(ctx, name);
  const holders = fitting.filter(({ row }) => holdsRole(row, role));
  const others = fitting.filter(({ row }) => !holdsRole(row, role));
  const same = selectFits(holders, 'same');
  if (same.length > 0) return requireOne(resolving, name, findExact(same, name) ?? same);
  const truncated = selectFits(holders, 'truncated');
  // Somebody else has this very name, so it is hardly the beginning of a longer one.
  if (truncated.length > 0 && selectFits(others, 'same').length > 0)
    throw refuseAmbiguous(resolving, name, truncated);
  if (truncated.length > 0) return requireOne(resolving, name, truncated);
  if (others.length > 0)
    return requireOne(
      resolving,
      name,
      others.map(({ row }) => row),
    );
  return byWords(resolving, name);
};

/** Two or more words that one holder of the role alone has decide, and the answer says who was taken. */
const byWords = async (resolving: Resolving, name: string): Promise<CounterpartyRow> => {
  const { ctx, role } = resolving;
  const holders = (await findWithWords(ctx, name)).filter((row) => holdsRole(row, role));
  const [only, ...further] = holders;
  if (only === undefined) throw await explainNoFit(resolving, name);
  if (further.length > 0) throw refuseAmbiguous(resolving, name, holders);
  ctx.warn('counterparty_by_words', {
    path: BY_NAME,
    received: name.slice(0, LIMITS.ListedCounterparty.name),
    role,
    name: only.name,
    counterparty_id: only.id as CounterpartyId,
  });
  return only;
};

const selectFits = (named: readonly NamedCounterparty[], fit: NamedCounterparty['fit']): CounterpartyRow[] =>
  named.filter((candidate) => candidate.fit === fit).map(({ row }) => row);

/** The one whose whole name it is, legal form included: `Robles SA` is not asked back because of `Robles SC`. */
const findExact = (rows: readonly CounterpartyRow[], name: string): CounterpartyRow[] | undefined => {
  const exact = rows.filter((row) => row.name_norm === normaliseName(name));
  return exact.length === 1 ? exact : undefined;
};

/** The only holder of the role; otherwise the error that says why not. */
const requireOne = (
  resolving: Resolving,
  name: string,
  rows: readonly CounterpartyRow[],
): CounterpartyRow => {
  const holders = rows.filter((row) => holdsRole(row, resolving.role));
  const [only, ...further] = holders.length > 0 ? holders : rows;
  if (only === undefined || further.length > 0)
    throw refuseAmbiguous(resolving, name, holders.length > 0 ? holders : rows);
  if (holders.length === 0) throw resolving.lacksRole(only, BY_NAME);
  return only;
};

const refuseAmbiguous = (
  { ctx, role }: Resolving,
  name: string,
  rows: readonly CounterpartyRow[],
  hint?: SaidSentence,
): ToolError => {
  const isNone = rows.every((row) => !holdsRole(row, role));
  const told = hint ?? (isNone ? say('hint_none_has_role', { role }) : undefined);
  return ctx.error('counterparty_ambiguous', {
    path: BY_NAME,
    received: name.slice(0, LIMITS.ListedCounterparty.name),
    candidates: rows.slice(0, SERVICE.limits.max_candidates).map(toCandidate),
    ...(told === undefined ? {} : { hint: english(told) }),
  });
};

/** As few letters as fingers slip; with other digits it is another branch, not another spelling. */
const MAX_SLIPS = 2;

/** The one that differs by a slip is proposed, never taken: a call may be about somebody who is not there yet. */
const refuseMisspelt = (
  resolving: Resolving,
  name: string,
  holders: readonly CounterpartyRow[],
): ToolError => {
  const wanted = normaliseName(name);
  const near = holders.filter(
    ({ name_norm }) =>
      slipsBetween(wanted, name_norm, Math.min(MAX_SLIPS, forgivenSlips(wanted))) !== undefined &&
      closest(wanted, [name_norm]) !== undefined,
  );
  const [only, ...others] = near;
  if (only === undefined || others.length > 0) return refuseAmbiguous(resolving, name, holders);
  const first = [only, ...holders.filter((row) => row !== only)];
  return refuseAmbiguous(resolving, name, first, say('hint_misspelt_name', { name: only.name, id: only.id }));
};

/** Callers may give a tax id as the name. */
const findByTaxId = async ({ ctx }: Resolving, text: string): Promise<CounterpartyRow[]> => {
  if (!/\d/.test(text)) return [];
  const taxId = counterpartyRules(ctx.entity.country_code).normaliseTaxId(text);
  if (taxId.length > LIMITS.ListedCounterparty.tax_id) return [];
  const unique = await findByUniqueTaxId(ctx, taxId);
  return unique === undefined ? findAllByTaxId(ctx, taxId, SERVICE.limits.max_candidates + 1) : [unique];
};

/** Candidates with the role, else one without it, else the advice to create it. */
const explainNoFit = async (resolving: Resolving, name: string): Promise<ToolError> => {
  const { ctx, role } = resolving;
  const space = { tenants: [ctx.entity.id], types: ['counterparties' as const] };
  const found = await lookup(ctx.db, { ...space, query: name, limit: MAX_LOOKED_AT });
  const likely = found.filter(({ score }) => score >= MIN_CANDIDATE_SCORE);
  const scores = new Map(likely.map(({ record_id, score }) => [record_id, score]));
  const rows = await findCounterparties(ctx, [...scores.keys()]);
  const holders = rows.filter((row) => holdsRole(row, role));
  if (holders.length > 0) return refuseMisspelt(resolving, name, holders);
  const lacking = rows.filter(({ id }) => (scores.get(id) ?? 0) >= MIN_LACKING_SCORE);
  const [only, ...further] = lacking;
  if (only === undefined)
    return ctx.error('counterparty_no_match', {
      path: BY_NAME,
      received: name.slice(0, LIMITS.ListedCounterparty.name),
      role,
    });
  return further.length === 0
    ? resolving.lacksRole(only, BY_NAME)
    : refuseAmbiguous(resolving, name, lacking);
};

/**
 * A filter by counterparty must name one of the entity; otherwise the list would be empty without a reason. The id of a
 * merged one asks for the survivor.
 */
export const requireCounterparty = async <F extends { readonly counterparty_id?: string | undefined }>(
  ctx: Books & Raises<'counterparty_not_found'>,
  filters: F,
): Promise<F> => {
  const { counterparty_id: id } = filters;
  if (id === undefined) return filters;
  const found = await followCounterparty(ctx, id);
  if (found === undefined)
    throw ctx.error('counterparty_not_found', { path: 'counterparty_id', received: id });
  return found.id === id ? filters : { ...filters, counterparty_id: found.id };
};
