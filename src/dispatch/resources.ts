// Resources: what waits, a company, an error and the guides. Each tells a key what its tools would tell it.
import { COUNTRIES } from '../../generated/countries.ts';
import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { type ErrorRow, ERRORS } from '../../generated/errors.ts';
import { GUIDES } from '../../generated/guides.ts';
import type { Language } from '../../generated/languages.ts';
import { RESOURCES, type ResourceRow } from '../../generated/resources.ts';
import { SERVICE } from '../../generated/service.ts';
import type { Entity } from '../base/entity.ts';
import { ToolError } from '../base/errors.ts';
import { fit } from '../base/text/fit.ts';
import type { Database } from '../db/database.ts';
import { dayIn } from '../base/time/day.ts';
import { describeEntity } from '../domain/ground/entities/describe.ts';
import { pageOfEntities } from '../domain/ground/entities/list.ts';
import { usableEntities } from '../domain/ground/entities/store.ts';
import type { Identity } from '../domain/parties/access/identity.ts';
import {
  ATTENTION_PARTS,
  type AttentionPart,
  needsAttention,
  readAttention,
} from '../domain/views/overview/attention.ts';
import { raise } from './context.ts';
import { BadParams } from './prompts.ts';
import { type KeyReader, readerOf } from './reader.ts';

export interface ResourceParts {
  readonly database: Database;
  /** The company with this id, of those of the key; undefined for any other. */
  readonly companyOf: (identity: Identity, id: string) => Promise<Entity | undefined>;
  readonly now: () => Date;
}

/** The tools that tell a part; who can call one of them sees it. */
const TOLD_BY: Readonly<Record<AttentionPart, readonly [string, ...string[]]>> = {
  filing: ['search_invoices'],
  invoices: ['search_invoices'],
  bills: ['search_bills'],
  inbox: ['list_received_documents', 'search_bills'],
  bank: ['list_bank_accounts'],
  tasks: ['list_tasks'],
  certificates: ['submit_invoice', 'get_portfolio'],
};

const isShown = (part: AttentionPart, reader: KeyReader): boolean => TOLD_BY[part].some(reader.can);

const KNOWN: Readonly<Record<string, ToolDescriptor>> = TOOLS;

/** So that what is absent is not taken for nothing. */
const notShown = (reader: KeyReader): readonly object[] =>
  ATTENTION_PARTS.filter((part) => !isShown(part, reader)).map((part) => ({
    part,
    required_scope: KNOWN[TOLD_BY[part][0]]?.scope ?? null,
  }));

const scopeOf = ({ database, now }: ResourceParts, { organisation_id }: Identity) => ({
  db: database.reader,
  organisation_id,
  now: now(),
});

const partsOf = (reader: KeyReader): ReadonlySet<AttentionPart> =>
  new Set(ATTENTION_PARTS.filter((part) => isShown(part, reader)));

/** Companies where nothing waits are counted alone. */
const attention = async (parts: ResourceParts, identity: Identity): Promise<object> => {
  const reader = readerOf(identity);
  const scope = scopeOf(parts, identity);
  const most = SERVICE.limits.attention_companies;
  const found = await usableEntities(scope, identity.entity_id, null, most + 1);
  const read = found.slice(0, most);
  const told = await readAttention(scope, read, partsOf(reader));
  const data = read.flatMap(({ id, name, country_code, time_zone }, at) => {
    const waits = told[at] ?? {};
    const facts = { entity_id: id, name, country_code, today: dayIn(time_zone, scope.now) };
    return needsAttention(waits) ? [{ ...facts, ...waits }] : [];
  });
  return {
    data,
    companies_read: read.length,
    companies_clear: read.length - data.length,
    more_companies: found.length > most,
    not_shown: notShown(reader),
  };
};

const company = async (parts: ResourceParts, identity: Identity, id: string): Promise<object | undefined> => {
  const entity = await parts.companyOf(identity, id);
  if (entity === undefined) return undefined;
  const reader = readerOf(identity);
  const scope = scopeOf(parts, identity);
  const [waiting = {}] = await readAttention(scope, [entity], partsOf(reader));
  const { tax } = COUNTRIES[entity.country_code];
  return {
    ...describeEntity(entity, scope.now),
    tax_rates: tax.rates.map(({ percent }) => percent),
    default_tax_rate: tax.default_rate,
    waiting,
    not_shown: notShown(reader),
  };
};

const guideUri = (name: string): string => `folio://guides/${name}`;

/** The guides that name the code, and those about the tools that answer with it. */
const guidesOf = (code: string, tools: readonly ToolDescriptor[]): readonly string[] => {
  const groups = new Set(tools.map(({ group, set }) => set ?? group));
  const found = Object.keys(GUIDES).filter(
    (name) =>
      GUIDES[name]?.text.includes(`\`${code}\``) === true ||
      GUIDES[name]?.groups.some((each) => groups.has(each)) === true,
  );
  // What any tool may answer is in the guide for all of them.
  return (found.length === 0 ? [ANY_TOOL] : found).map(
    (name) => `- [${GUIDES[name]?.title ?? name}](${guideUri(name)})`,
  );
};

const ANY_TOOL = 'agents';

const MOST_TOOLS = 10;

const ROWS: Readonly<Record<string, ErrorRow>> = ERRORS;

const explainError = (code: string, reader: KeyReader): string | undefined => {
  const row = Object.hasOwn(ROWS, code) ? ROWS[code] : undefined;
  if (row === undefined) return undefined;
  const { type, message, hint, retryable } = row;
  const tools = Object.values<ToolDescriptor>(TOOLS).filter(
    ({ name, errors }) => reader.lists(name) && errors.some((each) => each === code),
  );
  const named = tools.slice(0, MOST_TOOLS).map(({ name }) => `\`${name}\``);
  const others = tools.length - named.length;
  const guides = guidesOf(code, tools.length > MOST_TOOLS ? [] : tools);
  return [
    `# ${code}`,
    '',
    `${fit(message, reader)} (${type}; ${retryable ? 'the same call may succeed later' : 'the same call fails again'})`,
    '',
    `What to do: ${fit(hint, reader)}`,
    ...(named.length === 0
      ? []
      : ['', `Answered by ${named.join(', ')}${others > 0 ? ` and ${others} other tools` : ''}.`]),
    '',
    'More in:',
    '',
    ...guides,
    '',
  ].join('\n');
};

interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

const COMPANY = /^folio:\/\/company\/([^/?#]+)$/;
const ERROR = /^folio:\/\/errors\/([a-z_]+)$/;
const GUIDE = /^folio:\/\/guides\/([a-z-]+)$/;

export const readUri = (params: Readonly<Record<string, unknown>>): string => {
  const { uri } = params;
  if (typeof uri !== 'string') throw new BadParams('uri must be a string.');
  return uri;
};

/** The content and how long it may be kept; undefined where nothing is there for this key. */
export const readResource = async (
  parts: ResourceParts,
  identity: Identity,
  uri: string,
): Promise<{ readonly content: Content; readonly ttl_ms: number } | undefined> => {
  const json = (value: object | undefined) =>
    value === undefined
      ? undefined
      : { content: { uri, mimeType: RESOURCES.attention.mime_type, text: JSON.stringify(value) }, ttl_ms: 0 };
  const markdown = (text: string | undefined) =>
    text === undefined
      ? undefined
      : {
          content: { uri, mimeType: RESOURCES.error.mime_type, text },
          ttl_ms: SERVICE.tools_list_ttl_ms,
        };
  if (uri === RESOURCES.attention.uri) return json(await attention(parts, identity));
  const id = COMPANY.exec(uri)?.[1];
  if (id !== undefined) return json(await company(parts, identity, id));
  const code = ERROR.exec(uri)?.[1];
  if (code !== undefined) return markdown(explainError(code, readerOf(identity)));
  const guide = GUIDE.exec(uri)?.[1];
  return guide !== undefined && Object.hasOwn(GUIDES, guide) ? markdown(GUIDES[guide]?.text) : undefined;
};

const listed = (name: string, row: ResourceRow, language: Language, at: object): object => ({
  ...at,
  name,
  title: row.title[language],
  description: row.description[language],
  mimeType: row.mime_type,
});

const OWN = (language: Language): readonly object[] => [
  listed('attention', RESOURCES.attention, language, { uri: RESOURCES.attention.uri }),
  ...Object.entries(GUIDES).map(([name, { title }]) => ({
    uri: guideUri(name),
    name,
    title,
    mimeType: RESOURCES.error.mime_type,
  })),
];

/** What stands alone on the first page, and then the companies of the key, page by page. */
export const listResources = async (
  parts: ResourceParts,
  identity: Identity,
  { cursor }: Readonly<Record<string, unknown>>,
  language: Language,
): Promise<object> => {
  const given = cursor ?? '';
  if (typeof given !== 'string') throw new BadParams('cursor must be a string.');
  const page = await pageOfEntities(Object.assign(scopeOf(parts, identity), { error: raise }), {
    bound: identity.entity_id,
    limit: SERVICE.limits.attention_companies,
    cursor: given === '' ? undefined : given,
  }).catch((error: unknown) => {
    if (error instanceof ToolError && error.code === 'invalid_cursor')
      throw new BadParams('cursor is none that this list gave to this key; leave it out for the first page.');
    throw error;
  });
  const companies = page.data.map(({ id, name }) => ({
    uri: RESOURCES.company.uri.replace('{entity_id}', id),
    name: id,
    title: name,
    description: RESOURCES.company.description[language],
    mimeType: RESOURCES.company.mime_type,
  }));
  return {
    resources: [...(given === '' ? OWN(language) : []), ...companies],
    ...(page.next_cursor === null ? {} : { nextCursor: page.next_cursor }),
  };
};

export const listTemplates = (language: Language): readonly object[] =>
  (['company', 'error'] as const).map((name) =>
    listed(name, RESOURCES[name], language, { uriTemplate: RESOURCES[name].uri }),
  );

/** Where the error is explained. */
export const errorUri = (code: string): string => RESOURCES.error.uri.replace('{code}', code);
