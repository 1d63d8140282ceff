// Which parameters of which tools are ids, read from the published schemas, and arguments that are otherwise right.
import { type ToolName, TOOL_NAMES, TOOLS } from '../../generated/dispatch.ts';
import { ID_PREFIXES } from '../../generated/ids.ts';
import { type TaskableType, TaskableTypeValues } from '../../generated/types.ts';
import { validArguments } from '../support/examples.ts';
import type { Company } from './world.ts';

interface Schema {
  readonly pattern?: string;
  /** The kinds of records that an id of any kind may name. */
  readonly ids?: readonly (keyof typeof ID_PREFIXES)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

type Args = Record<string, unknown>;
/** `allocations`, `0`, `matched_record_id`. */
type Path = readonly string[];

/** One call to try: a tool, one of its id parameters, and one kind of record that it may name. */
export interface IdParameter {
  readonly tool: ToolName;
  readonly path: Path;
  readonly prefix: string;
  /** What must be said beside this kind of id. */
  readonly beside: Args;
}

interface Found {
  readonly path: Path;
  readonly pattern: string;
  readonly ids: Schema['ids'];
}

const walk = (schema: Schema, path: Path): Found[] => [
  ...(schema.pattern === undefined ? [] : [{ path, pattern: schema.pattern, ids: schema.ids }]),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => walk(field, [...path, name])),
  ...(schema.items === undefined ? [] : walk(schema.items, [...path, '0'])),
];

/** Which kind of record each type of a task's subject is. */
const TASKABLE: Readonly<Record<TaskableType, keyof typeof ID_PREFIXES>> = {
  Invoice: 'InvoiceId',
  Bill: 'BillId',
  InvoiceCreditNote: 'InvoiceCreditNoteId',
  InvoicePayment: 'InvoicePaymentId',
  BillTicket: 'BillTicketId',
  Counterparty: 'CounterpartyId',
  Entity: 'EntityId',
};

const ANY_ID = '^[a-z]{4}_';

const kindsOf = ({
  path,
  pattern,
  ids,
}: Found): readonly { readonly prefix: string; readonly beside: Args }[] => {
  if (pattern.startsWith(ANY_ID) && path[0] !== 'taskable_id')
    // A complement comes of a filing only.
    return (ids ?? [])
      .filter((kind) => kind !== 'ComplementId')
      .map((kind) => ({ prefix: ID_PREFIXES[kind], beside: {} }));
  if (pattern.startsWith(ANY_ID)) {
    return TaskableTypeValues.map((type) => ({
      prefix: ID_PREFIXES[TASKABLE[type]],
      beside: { taskable_type: type },
    }));
  }
  const prefixes = /^\^\(?((?:[a-z]{4})(?:\|[a-z]{4})*)\)?_\[/.exec(pattern)?.[1]?.split('|') ?? [];
  return prefixes.map((prefix) => ({ prefix, beside: {} }));
};

const parametersOf = (tool: ToolName): readonly IdParameter[] =>
  walk(TOOLS[tool].inputSchema as Schema, []).flatMap((found) =>
    kindsOf(found).map((kind) => ({ tool, path: found.path, ...kind })),
  );

const ofOrganisation = (tool: ToolName): boolean => TOOLS[tool].set === 'organization';

/** Every id parameter of every tool that acts on a company, at any depth. */
export const ID_PARAMETERS: readonly IdParameter[] = TOOL_NAMES.filter(
  (tool) => !ofOrganisation(tool),
).flatMap(parametersOf);

/** Those of the tools about the organisation, whose records belong to no company. */
export const ORGANISATION_PARAMETERS: readonly IdParameter[] =
  TOOL_NAMES.filter(ofOrganisation).flatMap(parametersOf);

const setAt = (args: Args, [name = '', ...rest]: Path, value: unknown): void => {
  if (rest.length === 0) {
    args[name] = value;
    return;
  }
  const inner = (args[name] ??= rest[0] === '0' ? [{}] : {});
  setAt(inner as Args, rest, value);
};

const ID = /^([a-z]{4})_[0-9a-hjkmnp-tv-z]{26}$/;

/** Every id of the example replaced by one of the company's own. */
const withOwnIds = (value: unknown, company: Company): unknown => {
  if (typeof value === 'string') {
    const prefix = ID.exec(value)?.[1];
    return prefix === undefined ? value : (company.ids[prefix]?.at(-1) ?? value);
  }
  if (Array.isArray(value)) return value.map((item) => withOwnIds(item, company));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withOwnIds(item, company)]));
};

/** What the examples say that is not there in these books, or says the same as the id. */
const LEFT_OUT: readonly string[] = ['assigned_to_email', 'counterparty_name', 'cursor'];

/** The example of the tool with the company's own records. */
export const ownArguments = (tool: ToolName, company: Company): Args => {
  const args = withOwnIds(validArguments(tool), company) as Args;
  if (args['counterparty_name'] !== undefined) args['counterparty_id'] ??= company.ids['ctpy']?.at(-1);
  for (const name of LEFT_OUT) delete args[name];
  return args;
};

/** Arguments in which nothing is wrong but, perhaps, this id. */
export const argumentsWith = (
  { tool, path, beside }: Pick<IdParameter, 'tool' | 'path' | 'beside'>,
  company: Company,
  id: string,
): Args => {
  const args = ownArguments(tool, company);
  // Only a draft takes changes.
  if (tool === 'update_invoice') args['invoice_id'] = company.ids['invc']?.[0];
  // Only with this reason a replacement is named.
  if (path[0] === 'replacement_invoice_id')
    Object.assign(args, { reason: '01', invoice_id: company.ids['invc']?.at(-2) });
  for (const rule of TOOLS[tool].rules) {
    // Of parameters that exclude each other only the one that is tried.
    if (rule.kind !== 'exactly_one' || !rule.params.includes(path[0] ?? '')) continue;
    for (const name of rule.params.filter((other) => other !== path[0])) delete args[name];
  }
  Object.assign(args, beside);
  if (path[0] === 'allocations') args['allocations'] = [{ amount: 1 }];
  setAt(args, path, id);
  return args;
};
