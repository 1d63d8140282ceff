// Single records, named by their id alone.
import { readScope, findOwner } from './owner.ts';
import { InvalidArgumentError } from 'commander';
import { ID_NOUNS, ID_PREFIXES, ID_SUFFIX, type IdName } from '../../generated/ids.ts';
import type { OwnedTable } from '../db/owner.ts';
import { Refusal } from '../base/refusal.ts';
import type { ReadScope } from '../domain/ground/change/scope.ts';
import { type Answer, listMessages } from './answer.ts';
import { arg, type Call, command, type Row } from './define.ts';
import { askOf } from './listing.ts';
import type { ReadingTool } from './parts.ts';
import { recordText } from './record-text.ts';

interface Source {
  readonly ids: IdName;
  readonly table: OwnedTable;
}

/** From a tool, or where none answers a single one, from the books. */
export type Shown = Source &
  (
    | { readonly tool: ReadingTool; readonly param: string }
    | { readonly read: (ctx: ReadScope, id: string) => Promise<object | undefined> }
  );

interface Told {
  readonly warnings?: readonly { readonly message: string }[];
}

export const showAnswer = (value: object): Answer => {
  const { warnings = [], ...record } = value as Told;
  return { value, text: recordText(record), warnings: listMessages(warnings) };
};

const either = (words: readonly string[]): string => words.join(' or ');

const finder = (sources: readonly Shown[]) => (value: string) => {
  const source = sources.find(({ ids }) => new RegExp(`^${ID_PREFIXES[ids]}_${ID_SUFFIX}$`).test(value));
  if (source !== undefined) return { source, id: value };
  const nouns = either(sources.map(({ ids }) => ID_NOUNS[ids]));
  const prefixes = either(sources.map(({ ids }) => `${ID_PREFIXES[ids]}_…`));
  throw new InvalidArgumentError(`It must be the id of a ${nouns} (${prefixes}).`);
};

type Found = ReturnType<ReturnType<typeof finder>>;

const answerOf = async (call: Call, { source, id }: Found): Promise<Answer> => {
  const { database, now } = call;
  const entity = await findOwner(database.reader, source.table, id);
  if ('tool' in source) return showAnswer(await askOf(call, entity, source.tool, { [source.param]: id }));
  const record = await source.read(readScope({ database, now }, entity), id);
  if (record === undefined) throw new Refusal('not_found', `There is no ${ID_NOUNS[source.ids]} ${id}.`);
  return showAnswer(record);
};

export const show = (sources: readonly Shown[]): Row =>
  command({
    args: [arg(finder(sources))],
    answer: (call, _, found) => answerOf(call, found),
  });
