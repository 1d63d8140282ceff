// An alias as callers and people see it.
import type { BankTransactionId, CounterpartyAliasId, CounterpartyId } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type { CounterpartyAlias, ListedAlias } from '../../../../generated/types.ts';
import { instantToIso } from '../../../db/instant.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type AliasRow, type NamedAlias, namesOf } from './store/aliases.ts';
import { lessonLines, type LessonKey, type LessonLine } from './store/lessons.ts';
import { lessonOf } from './write.ts';

const MOST_LINES = LIMITS.ListedAlias.learned_from;

const keyOf = ({ kind, value, counterparty_id }: LessonKey): string => `${kind} ${counterparty_id} ${value}`;

/** With what they were learned from. */
export const describeAliases = async (
  ctx: ReadScope,
  rows: readonly NamedAlias[],
): Promise<(row: NamedAlias) => ListedAlias> => {
  const lines = await lessonLines(
    ctx,
    rows.flatMap((row) => lessonOf(row) ?? []),
  );
  const byLesson = new Map<string, LessonLine[]>();
  for (const line of lines) {
    const known = byLesson.get(keyOf(line));
    if (known === undefined) byLesson.set(keyOf(line), [line]);
    else known.push(line);
  }
  const paid = rows.flatMap(({ kind, value }) => (kind === 'pays_for' ? [value] : []));
  const names = await namesOf(ctx, paid);
  return (row) => {
    const lesson = lessonOf(row);
    return {
      ...describeAlias(row),
      name: row.name,
      pays_for_name: row.kind === 'pays_for' ? (names.get(row.value) ?? null) : null,
      learned_from: (lesson === null ? [] : (byLesson.get(keyOf(lesson)) ?? []))
        .slice(0, MOST_LINES)
        .map(({ transaction_id, date }) => ({ transaction_id: transaction_id as BankTransactionId, date })),
      created_at: instantToIso(row.created_at),
    };
  };
};

export const describeAlias = (row: AliasRow): CounterpartyAlias => {
  const id = row.id as CounterpartyAliasId;
  return {
    object: 'counterparty_alias',
    id,
    alias_id: id,
    counterparty_id: row.counterparty_id as CounterpartyId,
    kind: row.kind,
    value: row.value,
    learned: row.lesson !== null,
  };
};
