// Teaches, changes and deletes what bank lines may call a counterparty. What fits two of them is refused.
import type { CounterpartyAliasKind } from '../../../../generated/types.ts';
import type { CounterpartyId } from '../../../../generated/ids.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { isDuplicate } from '../../../db/errno.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import type { Raises } from '../../../base/raises.ts';
import { say } from '../../../base/said.ts';
import { counterpartyState } from '../../parties/counterparties/describe.ts';
import type { CounterpartyRow } from '../../parties/counterparties/store/counterparties.ts';
import { lockCounterparties } from '../../parties/counterparties/store/merged.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { readOwnNumbers } from './lessons.ts';
import {
  type AliasRow,
  countAliases,
  findAlias,
  findByKey,
  findNameWith,
  findTaxId,
  insertAlias,
  type NamedAlias,
  removeAlias,
  replaceAlias,
} from './store/aliases.ts';
import { forgetLessons, type LessonKey } from './store/lessons.ts';
import { type AliasValue, readAliasValue, refuseValue } from './values.ts';

export interface NewAlias {
  readonly counterparty_id: string;
  readonly kind: CounterpartyAliasKind;
  readonly value: string;
}

type CheckScope = WriteScope & Raises<'invalid_parameter' | 'alias_fits_another' | 'counterparty_not_found'>;
type CreateScope = CheckScope & Raises<'alias_limit_reached'>;
type FindScope = WriteScope & Raises<'alias_not_found'>;

const lockCounterparty = async (
  ctx: WriteScope & Raises<'counterparty_not_found'>,
  id: string,
  path: string,
): Promise<CounterpartyRow> => {
  const [row] = await lockCounterparties(ctx, [id]);
  if (row === undefined) throw ctx.error('counterparty_not_found', { path, received: id.slice(0, 100) });
  return row;
};

type Known = Pick<AliasRow, 'kind'> & AliasValue;

/** Another counterparty that the value fits: by an alias of its own, by its name or by its tax id. */
export const findOther = async (
  ctx: WriteScope,
  { kind, value, value_key }: Known,
  counterparty_id: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> => {
  const taught = await findByKey(ctx, { kind, value_key });
  if (taught !== undefined && taught.counterparty_id !== counterparty_id)
    return { id: taught.counterparty_id, name: taught.name };
  if (kind === 'text') return findNameWith(ctx, normaliseName(value), counterparty_id);
  if (kind === 'tax_id') return findTaxId(ctx, value, counterparty_id);
  return undefined;
};

const refuseOther = (
  ctx: Raises<'alias_fits_another'>,
  { value }: AliasValue,
  { name }: Pick<CounterpartyRow, 'name'>,
  other: { readonly id: string; readonly name: string },
) =>
  ctx.error('alias_fits_another', {
    path: 'value',
    value,
    name,
    other_name: other.name,
    counterparty_id: other.id as CounterpartyId,
  });

/** Its counterparty must be locked. */
const check = async (
  ctx: CheckScope,
  counterparty: CounterpartyRow,
  kind: CounterpartyAliasKind,
  text: string,
): Promise<AliasValue> => {
  const read = readAliasValue(ctx, kind, text, counterparty.id);
  if (kind === 'account' && (await readOwnNumbers(ctx)).has(read.value_key))
    throw refuseValue(ctx, text, say('alias_own_account', {}));
  if (kind === 'pays_for') {
    if (read.value === counterparty.id) throw refuseValue(ctx, text, say('alias_pays_for', {}));
    await lockCounterparty(ctx, read.value, 'value');
  }
  const other = await findOther(ctx, { kind, ...read }, counterparty.id);
  if (other !== undefined) throw refuseOther(ctx, read, counterparty, other);
  return read;
};

/** The unique key decides between two that are written at once. */
const writeUnique = async (
  ctx: CheckScope,
  counterparty: CounterpartyRow,
  known: Known,
  write: () => Promise<void>,
): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isDuplicate(error, 'uq_counterparty_alias_value')) throw error;
    const taken = await findByKey(ctx, known);
    throw refuseOther(ctx, known, counterparty, {
      id: taken?.counterparty_id ?? counterparty.id,
      name: taken?.name ?? counterparty.name,
    });
  }
};

const stateOf = ({ id, kind, value, lesson }: AliasRow) => ({ id, kind, value, learned: lesson !== null });

export const recordAlias = (
  ctx: WriteScope,
  counterparty: CounterpartyRow,
  before: AliasRow | null,
  after: AliasRow | null,
): void => {
  const state = (alias: AliasRow | null) => ({
    ...counterpartyState(counterparty),
    alias: alias === null ? null : stateOf(alias),
  });
  ctx.record({
    event: 'counterparty.updated',
    record_type: 'counterparty',
    record_id: counterparty.id,
    before: state(before),
    after: state(after),
  });
};

/** What was learned is taught from now on; what is taught already stays. */
export const createAlias = async (
  ctx: CreateScope,
  { counterparty_id, kind, value: text }: NewAlias,
): Promise<NamedAlias> => {
  const counterparty = await lockCounterparty(ctx, counterparty_id, 'counterparty_id');
  const read = await check(ctx, counterparty, kind, text);
  const now = toInstant(ctx.now);
  const known = await findByKey(ctx, { kind, value_key: read.value_key });
  if (known !== undefined) {
    if (known.lesson === null) {
      ctx.unchanged();
      return known;
    }
    const { name, ...before } = known;
    const after = { ...before, value: read.value, lesson: null, updated_at: now };
    await replaceAlias(ctx, after);
    recordAlias(ctx, counterparty, before, after);
    return { ...after, name };
  }
  const limit = SERVICE.limits.counterparty_aliases;
  if ((await countAliases(ctx, { counterparty_id }, limit)) >= limit)
    throw ctx.error('alias_limit_reached', { path: 'counterparty_id', name: counterparty.name, limit });
  const row: AliasRow = {
    id: newId('CounterpartyAliasId'),
    counterparty_id,
    kind,
    ...read,
    lesson: null,
    created_at: now,
    updated_at: now,
  };
  await writeUnique(ctx, counterparty, row, () => insertAlias(ctx, row));
  recordAlias(ctx, counterparty, null, row);
  return { ...row, name: counterparty.name };
};

/** Locks its counterparty first, as all who write aliases do. */
const lockAlias = async (
  ctx: FindScope,
  id: string,
): Promise<{ readonly alias: AliasRow; readonly counterparty: CounterpartyRow }> => {
  const received = id.slice(0, 100);
  const found = await findAlias(ctx, id);
  if (found === undefined) throw ctx.error('alias_not_found', { path: 'alias_id', received });
  const [counterparty] = await lockCounterparties(ctx, [found.counterparty_id]);
  const again = counterparty === undefined ? undefined : await findAlias(ctx, id);
  if (counterparty === undefined || again === undefined)
    throw ctx.error('alias_not_found', { path: 'alias_id', received });
  const { name: _name, ...alias } = again;
  return { alias, counterparty };
};

/** Null for one that was taught by hand. */
export const lessonOf = ({ lesson, value, counterparty_id }: AliasRow): LessonKey | null =>
  lesson === null ? null : { kind: lesson, value, counterparty_id };

const forget = async (ctx: WriteScope, alias: AliasRow): Promise<void> => {
  const lesson = lessonOf(alias);
  if (lesson !== null) await forgetLessons(ctx, lesson);
};

export const updateAlias = async (
  ctx: CheckScope & FindScope,
  id: string,
  given: { readonly kind?: CounterpartyAliasKind | undefined; readonly value: string },
): Promise<NamedAlias> => {
  const { alias, counterparty } = await lockAlias(ctx, id);
  const kind = given.kind ?? alias.kind;
  const read = await check(ctx, counterparty, kind, given.value);
  const after = { ...alias, kind, ...read, lesson: null, updated_at: toInstant(ctx.now) };
  const { name } = counterparty;
  if (alias.kind === kind && alias.value === read.value && alias.lesson === null) {
    ctx.unchanged();
    return { ...alias, name };
  }
  await writeUnique(ctx, counterparty, after, () => replaceAlias(ctx, after));
  await forget(ctx, alias);
  recordAlias(ctx, counterparty, alias, after);
  return { ...after, name };
};

export const deleteAlias = async (ctx: FindScope, id: string): Promise<AliasRow> => {
  const { alias, counterparty } = await lockAlias(ctx, id);
  await removeAlias(ctx, id);
  // Or the next confirm would bring it back.
  await forget(ctx, alias);
  recordAlias(ctx, counterparty, alias, null);
  return alias;
};
