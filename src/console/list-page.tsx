// A list of records as a page. Its filters are the parameters of the tool that lists them for agents, with the tool's
// choices and limits; they live in the address, so that any of them works in a link.
import type { ParamsOf, ToolDescriptor, ToolName } from '../../generated/dispatch.ts';
import { argumentFaults } from '../base/arguments/faults.ts';
import { toNumber } from '../base/money/decimal.ts';
import type { Page as Rows } from '../domain/ground/lists/page.ts';
import { useCompany, useVisit } from './context.ts';
import { PAGE_ROWS } from './filters.ts';
import { readFigure } from './format.ts';
import { type Acts, type Page, type Shown, companyPage } from './page.ts';
import { type Look, type Looks, type ParamName, Params, askedText, isNumber } from './parts/param.tsx';
import { Filters, headed, Pager } from './parts/show.tsx';
import { type Column, Table } from './parts/table.tsx';
import type { CompanyVisit, Visit } from './visit.ts';
import { commonWords } from '../../generated/texts/common.ts';
import type { ComponentChildren, VNode } from 'preact';
import { followCounterparty } from '../domain/parties/counterparties/look-up.ts';

const MOST_DECIMALS = 2;

/** What the address asks of a tool. What is not a filter there is as if it were not given. */
export const askedOf = <T extends ToolName>(
  { url, language }: Visit,
  { inputSchema, validate }: ToolDescriptor<T>,
  known: Readonly<Record<string, string>> = {},
): ParamsOf<T> => {
  const given: Record<string, unknown> = { ...known };
  for (const [name, schema] of Object.entries(inputSchema.properties)) {
    const typed = url.searchParams.get(name)?.trim();
    if (schema.ids !== undefined || name === 'limit' || typed === undefined) continue;
    const value =
      schema.type === 'boolean'
        ? true
        : isNumber(schema)
          ? figureOf(language, typed)
          : askedText(schema, typed);
    if (value !== undefined) given[name] = value;
  }
  if (Object.hasOwn(inputSchema.properties, 'limit')) given['limit'] = PAGE_ROWS;
  if (validate(given)) return given;
  throw argumentFaults(validate.errors ?? [], given, inputSchema)[0] ?? new Error('refused without a fault');
};

const figureOf = (language: Visit['language'], typed: string): number | undefined => {
  const value = readFigure(language, typed);
  if (value === undefined || value.s < 0 || value.c.length - 1 - value.e > MOST_DECIMALS) return undefined;
  return toNumber(value);
};

/** The form that asks for some parameters of a tool. */
export const ListFilters = <T extends ToolName>({
  tool,
  looks,
  children,
}: {
  tool: ToolDescriptor<T>;
  looks: Looks<ParamName<T>>;
  children?: ComponentChildren;
}): VNode => {
  const { language, url } = useVisit();
  const words = commonWords(language);
  const { properties } = tool.inputSchema;
  const asked = Object.entries<Looks[string]>(looks).map(([name, look]) => {
    const schema = properties[name];
    const own: Look = typeof look === 'object' ? look : { label: look ?? name };
    const usual = own.value ?? (typeof schema?.default === 'string' ? schema.default : null);
    const value = url.searchParams.get(name) ?? usual;
    return [
      name,
      {
        ...own,
        required: false,
        value: schema?.type === 'boolean' ? url.searchParams.has(name) : value,
        any: schema?.default === undefined ? words.all : undefined,
        ...(name === 'query' ? { type: 'search' as const } : {}),
      },
    ] as const;
  });
  return (
    <Filters>
      {children}
      <Params of={tool.inputSchema} looks={Object.fromEntries(asked)} />
    </Filters>
  );
};

interface Listing<R> {
  readonly title: string;
  readonly note?: string;
  /** What the table is called, where it is not the title. */
  readonly caption?: string;
  /** Instead of rows. */
  readonly none: ComponentChildren;
  readonly columns: readonly Column<R>[];
  readonly buttons?: ComponentChildren;
  readonly id?: string;
  readonly filters?: ComponentChildren;
}

/** Title, filters, rows and the way to the next ones. */
export const listed = <R,>(
  { data, next_cursor, total_count }: Pick<Rows<R>, 'data'> & Partial<Rows<R>>,
  { title, note, buttons, filters, caption = title, none, columns, id }: Listing<R>,
): Shown =>
  headed({
    title,
    note,
    buttons,
    main: (
      <>
        {filters}
        <Table<R> caption={caption} rows={data} empty={none} columns={columns} id={id} />
        {next_cursor !== undefined && total_count !== undefined && (
          <Pager page={{ next_cursor, total_count }} />
        )}
      </>
    ),
  });

interface ListDefinition<T extends ToolName, R> {
  readonly path: string;
  readonly tool: ToolDescriptor<T>;
  /** Where the page asks something else than the tool does by itself. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly read: (visit: CompanyVisit, asked: ParamsOf<T>) => Promise<Rows<R>>;
  readonly view: (visit: CompanyVisit) => Omit<Listing<R>, 'filters' | 'buttons'> & {
    readonly filters: Looks<ParamName<T>>;
    /** Whose documents are shown, where the list can be of one counterparty alone. */
    readonly party?: string;
    /** What leads accountants to a new record, below the list's own path. */
    readonly make?: string;
  };
  readonly acts?: Acts<CompanyVisit>;
}

export const listPage = <T extends ToolName, R>({
  path,
  tool,
  read,
  defaults = {},
  view,
  acts = {},
}: ListDefinition<T, R>): Page =>
  companyPage({
    path,
    role: 'viewer',
    acts,
    query: async (visit) => ({
      page: await read(visit, askedOf(visit, tool, defaults)),
      party: await askedParty(visit),
    }),
    view: ({ page, party }, visit) => {
      const { filters, make, party: label, ...listing } = view(visit);
      const of = {
        ...listing,
        filters: (
          <ListFilters tool={tool} looks={filters}>
            {label !== undefined && <PartyFilter label={label} of={party} />}
          </ListFilters>
        ),
        ...(make === undefined
          ? {}
          : {
              buttons: visit.may('accountant') && (
                <a class="button" href={visit.href(`${path}/new`)}>
                  {make}
                </a>
              ),
            }),
      };
      return listed(page, of);
    },
  });

interface AskedParty {
  readonly id: string;
  readonly name: string;
}

/** The one that the address of the page names; undefined when it names none, or one that is not there. */
export const askedParty = async ({ books, url }: CompanyVisit): Promise<AskedParty | undefined> => {
  const id = url.searchParams.get('counterparty_id');
  return id === null ? undefined : followCounterparty(books, id);
};

export const PartyFilter = ({ label, of }: { label: string; of: AskedParty | undefined }): VNode | null => {
  const visit = useCompany();
  return of === undefined ? null : (
    <div>
      <input type="hidden" name="counterparty_id" value={of.id} />
      {label}: <a href={visit.href(`/counterparties/${of.id}`)}>{of.name}</a>
    </div>
  );
};
