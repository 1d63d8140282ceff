// Two equal confirms by hand teach an alias, as long as nothing speaks for another counterparty; one that is taken back
// is forgotten.
import { toInstant } from '../../../db/instant.ts';
import { newId } from '../../../db/ids.ts';
import { aliasKey, namelessness } from '../../../matching/index.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { lockCounterparties } from '../../parties/counterparties/store/merged.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { readOwnNumbers, toLessons } from './lessons.ts';
import { type AliasRow, findByKey, findLearned, insertAlias, removeAlias } from './store/aliases.ts';
import {
  deleteLessons,
  forgetLessons,
  insertLessons,
  type Lesson,
  type LessonKey,
  lessonsOfLine,
  teachersOf,
} from './store/lessons.ts';
import { findOther, recordAlias } from './write.ts';

const ENOUGH = 2;

/** Lessons of confirmed lines; those of a person or an agent may make an alias. */
export const teach = async (ctx: WriteScope, lessons: readonly Lesson[]): Promise<void> => {
  const byHand = lessons.filter(({ taught_by }) => taught_by !== 'auto');
  // Who confirms another line of the counterparty meanwhile waits, and counts this one.
  const ids = [...new Set(byHand.map(({ counterparty_id }) => counterparty_id))];
  if (ids.length > 0) await lockCounterparties(ctx, ids);
  await insertLessons(ctx, lessons);
  for (const lesson of byHand) await relearn(ctx, lesson);
};

/** What the lessons of a value say now. */
const relearn = async (ctx: WriteScope, { kind, value }: Pick<Lesson, 'kind' | 'value'>): Promise<void> => {
  const teachers = await teachersOf(ctx, { kind, value });
  const [only] = teachers;
  const fits = only !== undefined && teachers.length === 1 && only.by_hand >= ENOUGH;
  const known = await findLearned(ctx, { lesson: kind, value });
  if (known !== undefined) {
    if (!fits || only.counterparty_id !== known.counterparty_id) await drop(ctx, known);
    return;
  }
  if (fits) await learn(ctx, { kind, value, counterparty_id: only.counterparty_id });
};

const learn = async (ctx: WriteScope, { kind: lesson, value, counterparty_id }: LessonKey): Promise<void> => {
  const kind = lesson === 'account' ? 'account' : 'text';
  const value_key = kind === 'text' ? aliasKey(value) : value;
  if (kind === 'text' && namelessness(value) !== null) return;
  if ((await findByKey(ctx, { kind, value_key })) !== undefined) return;
  if ((await findOther(ctx, { kind, value, value_key }, counterparty_id)) !== undefined) return;
  const [counterparty] = await lockCounterparties(ctx, [counterparty_id]);
  if (counterparty === undefined) return;
  const now = toInstant(ctx.now);
  const row: AliasRow = {
    id: newId('CounterpartyAliasId'),
    counterparty_id,
    kind,
    value,
    value_key,
    lesson,
    created_at: now,
    updated_at: now,
  };
  await insertAlias(ctx, row);
  recordAlias(ctx, counterparty, null, row);
};

const drop = async (ctx: WriteScope, alias: AliasRow): Promise<void> => {
  const [counterparty] = await lockCounterparties(ctx, [alias.counterparty_id]);
  await removeAlias(ctx, alias.id);
  if (counterparty !== undefined) recordAlias(ctx, counterparty, alias, null);
};

/** With all that taught it; `booked`: also what no alias shows, since a run acts on it too. */
const forgetAll = async (ctx: WriteScope, lessons: readonly LessonKey[], booked: boolean): Promise<void> => {
  for (const { kind, value, counterparty_id } of lessons) {
    const known = await findLearned(ctx, { lesson: kind, value });
    const isKnown = known?.counterparty_id === counterparty_id;
    if (isKnown || booked) await forgetLessons(ctx, { kind, value, counterparty_id });
    if (isKnown) await drop(ctx, known);
  }
};

/** A match is undone: its lessons go. */
export const unlearnLine = async (ctx: WriteScope, lineId: string): Promise<void> => {
  const lessons = await lessonsOfLine(ctx, lineId);
  await deleteLessons(ctx, lineId);
  for (const lesson of lessons) await relearn(ctx, lesson);
};

/** A suggestion is rejected, or a match that the matcher made is undone: what had brought it is forgotten. */
export const unlearnFrom = async (
  ctx: WriteScope,
  line: Pick<BankLine, 'id' | 'party_account' | 'counterparty_hint' | 'description'>,
  counterparty_id: string | undefined,
  how: 'suggested' | 'booked',
): Promise<void> => {
  if (counterparty_id === undefined) return;
  const lessons = toLessons(line, counterparty_id, await readOwnNumbers(ctx), 'person');
  await forgetAll(ctx, lessons, how === 'booked');
};
