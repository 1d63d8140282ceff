// Lists of records as the tools answer them. The options of a list are the parameters of its tool: name, choices, default
// and help come from the schema that agents read.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AnswerOf, ToolDescriptor } from '../../generated/dispatch.ts';
import type { EntityId } from '../../generated/ids.ts';
import type { ListAnswer, PublishedSchema } from '../../generated/runtime.ts';
import type { Entity } from '../base/entity.ts';
import { getEntity } from '../domain/ground/entities/store.ts';
import { type Answer, listMessages } from './answer.ts';
import type { Session, Surroundings } from './command.ts';
import { ToolFailed } from './failure.ts';
import { withAmounts } from './amounts.ts';
import type { ReadingTool } from './parts.ts';
import { table, terminalWidth } from './table.ts';
import { parseId } from './values.ts';

/** The tools that answer a list about one company. */
export type ListingTool = {
  [T in ReadingTool]: AnswerOf<T> extends ListAnswer<object> & { entity: object } ? T : never;
}[ReadingTool];

type RowOf<T extends ListingTool> = AnswerOf<T> extends ListAnswer<infer Row> ? Row & object : never;

export interface Listing<T extends ListingTool> {
  readonly tool: ToolDescriptor<T>;
  readonly description: string;
  readonly columns: readonly Extract<keyof RowOf<T>, string>[];
}

const OF_ENTITY = 'entity_id';

/** `--bank-account` for `bank_account_id`, as other commands name a record. */
const flagOf = (name: string): string => `--${name.replace(/_id$/, '').replaceAll('_', '-')}`;

const isNumber = ({ type }: PublishedSchema): boolean => type === 'integer' || type === 'number';

const valueOf = (schema: PublishedSchema): string => {
  if (schema.ids !== undefined) return 'id';
  if (schema.enum !== undefined) return 'choice';
  if (isNumber(schema)) return 'number';
  return schema.pattern === undefined ? 'text' : 'day';
};

const helpOf = ({ description = '', minimum, maximum, type }: PublishedSchema): string => {
  const [first = '', ...rest] = description.replace(/\.$/, '');
  const range = type === 'integer' ? `, ${minimum} to ${maximum}` : '';
  return `${first.toLowerCase()}${rest.join('')}${range}`;
};

const parseNumber = (value: string): number => {
  if (/^-?\d{1,13}(\.\d{1,6})?$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a number in plain digits.');
};

/** Ranges, days and ids are checked by the tool, which also takes a name for an id. */
export const optionOf = (name: string, schema: PublishedSchema): Option => {
  const flag = flagOf(name);
  const option = new Option(
    schema.type === 'boolean' ? flag : `${flag} <${valueOf(schema)}>`,
    helpOf(schema),
  );
  if (isNumber(schema)) option.argParser(parseNumber);
  if (schema.enum !== undefined) option.choices(schema.enum.map(String));
  return schema.default === undefined ? option : option.default(schema.default);
};

type Params = Readonly<Record<string, unknown>>;

export const askOf = async (
  run: Surroundings,
  { books, now }: Session,
  { id: entity_id, organisation_id }: Entity,
  tool: ReadingTool,
  params: Params,
): Promise<object> => {
  const question = { organisation_id, tool, params: { ...params, entity_id }, now };
  const told = await run.parts.ask(books, question);
  if ('failure' in told) throw new ToolFailed(told.failure);
  return told.answer;
};

interface Listed extends ListAnswer<object> {
  readonly warnings?: readonly { readonly message: string }[];
}

const toAnswer = (answer: Listed, columns: readonly string[]): Answer => {
  const { data, has_more, next_cursor, total_count, warnings = [] } = answer;
  const rows = withAmounts(data) as readonly Record<string, unknown>[];
  const of = total_count === null ? '' : ` of ${total_count}`;
  const parts = [
    rows.length === 0 ? 'None.' : table(rows, columns, { room: terminalWidth() }),
    ...(has_more ? [`These are ${rows.length}${of}. For the next ones add: --cursor ${next_cursor}`] : []),
  ];
  return { value: answer, text: parts.join('\n\n'), warnings: listMessages(warnings) };
};

export const addList = <T extends ListingTool>(
  noun: Command,
  run: Surroundings,
  { tool, description, columns }: Listing<T>,
): void => {
  const { [OF_ENTITY]: _, ...filters } = tool.inputSchema.properties;
  const options = Object.entries(filters).map(([name, schema]) => ({ name, option: optionOf(name, schema) }));
  const command = noun
    .command('list')
    .description(description)
    .requiredOption('--entity <id>', 'the company', parseId('EntityId', 'entity'));
  for (const { option } of options) command.addOption(option);
  command.action((given: Params & { readonly entity: EntityId }) =>
    run.onDatabase(async (session) => {
      const entity = await getEntity(session.database.reader, given.entity);
      const params = Object.fromEntries(
        options.flatMap(({ name, option }) => {
          const value = given[option.attributeName()];
          return value === undefined ? [] : [[name, value]];
        }),
      );
      return toAnswer((await askOf(run, session, entity, tool.name, params)) as Listed, columns);
    }),
  );
};
