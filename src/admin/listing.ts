// Lists of records as the tools answer them. The options of a list are the parameters of its tool: name, choices, default
// and help come from the schema that agents read.
import { InvalidArgumentError, Option } from 'commander';
import type { AnswerOf, ToolDescriptor } from '../../generated/dispatch.ts';
import type { EntityId } from '../../generated/ids.ts';
import type { ListAnswer, PublishedSchema } from '../../generated/runtime.ts';
import type { Entity } from '../base/entity.ts';
import { getEntity } from '../domain/ground/entities/store.ts';
import { type Answer, listMessages } from './answer.ts';
import { type Call, command, must, type Opt, type Row } from './define.ts';
import { ToolFailed } from './failure.ts';
import { withAmounts } from './amounts.ts';
import type { ReadingTool } from './parts.ts';
import { table, terminalWidth } from './table.ts';
import { parseId } from './values.ts';

/** The tools that answer a list about one company. */
export type ListingTool = {
  [T in ReadingTool]: AnswerOf<T> extends ListAnswer<object> & { entity: object } ? T : never;
}[ReadingTool];

type RowOf<T extends ListingTool> = AnswerOf<T> extends ListAnswer<infer One> ? One & object : never;

export interface Listing<T extends ListingTool> {
  readonly tool: ToolDescriptor<T>;
  readonly columns: readonly Extract<keyof RowOf<T>, string>[];
}

const OF_ENTITY = 'entity_id';

/** `--bank-account` for `bank_account_id`, as other commands name a record. */
const keyOf = (name: string): string =>
  name.replace(/_id$/, '').replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

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
export const optionOf = (schema: PublishedSchema): Opt<unknown> => {
  const value = schema.type === 'boolean' ? '' : `<${valueOf(schema)}>`;
  const help = helpOf(schema);
  return {
    option: (flag) => {
      const option = new Option(`${flag} ${value}`.trimEnd(), help);
      if (isNumber(schema)) option.argParser(parseNumber);
      if (schema.enum !== undefined) option.choices(schema.enum.map(String));
      return schema.default === undefined ? option : option.default(schema.default);
    },
  };
};

type Params = Readonly<Record<string, unknown>>;

export const askOf = async (
  { run, books, now }: Call,
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

export const list = <T extends ListingTool>({ tool, columns }: Listing<T>): Row => {
  const { [OF_ENTITY]: _, ...filters } = tool.inputSchema.properties;
  const names = Object.keys(filters);
  return command({
    options: {
      entity: must(parseId('EntityId')),
      ...Object.fromEntries(Object.entries(filters).map(([name, schema]) => [keyOf(name), optionOf(schema)])),
    },
    answer: async (call, given: Params & { readonly entity: EntityId }) => {
      const entity = await getEntity(call.database.reader, given.entity);
      const params = Object.fromEntries(
        names.flatMap((name) => {
          const value = given[keyOf(name)];
          return value === undefined ? [] : [[name, value]];
        }),
      );
      return toAnswer((await askOf(call, entity, tool.name, params)) as Listed, columns);
    },
  });
};
