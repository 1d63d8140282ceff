// Builds the typed spec from checked YAML files. Every file has passed its meta schema, so the casts hold.
import { checkFileName, sortTools, readTool, withChanges } from './assemble-tool.ts';
import type { Source } from './load.ts';
import { readSynonyms, spreadWords } from './synonyms.ts';
import type { BankLayout } from './bank-layout.ts';
import { findKind } from './meta/kinds.ts';
import type { Kind } from './meta/kinds.ts';
import type { DeliveryExample, EventRecords } from '../deliveries.ts';
import type {
  CountrySpec,
  ErrorSpec,
  Fields,
  ImportSpec,
  ServiceSpec,
  Spec,
  ToolsBudget,
  Toolset,
} from '../model.ts';
import { atKey, below } from '../problem.ts';
import type { Problems, Where } from '../problem.ts';
import type { Plain, RawCode, RawService, RawTables } from './raw.ts';
import type { SaidSpec } from '../said.ts';
import { readPrompt, readPromptCommon } from '../prompts.ts';
import type { ResourcesSpec } from '../resources.ts';
import { readTexts } from '../texts/read.ts';

/** Builds the spec and reports names that two files define. */
export const assemble = (sources: readonly Source[], problems: Problems): Spec => {
  const ofKind = (kind: Kind): readonly Source[] =>
    sources.filter((source) => findKind(source.file) === kind);
  const tools = ofKind('tool').map(readTool);
  for (const tool of tools) checkFileName(tool, problems);
  const service = readService(ofKind('service')[0]);
  /** The rows of a table, each with its name and location. */
  const table = <K extends keyof RawTables, T>(
    key: K,
    build: (row: RawTables[K], name: string, where: Where) => T,
  ): ReadonlyMap<string, T> => {
    const rows = new Map<string, T>();
    for (const [name, row, where] of ofKind(key).flatMap((source) => listRows(source, key))) {
      if (rows.has(name))
        problems.fault('name-twice', atKey(where), `${name} stands in another file already`);
      else rows.set(name, build(row, name, where));
    }
    return rows;
  };
  const errors = table('errors', (row, code, where) => ({ ...row, ...readCode(row), code, where }));
  const refusals = table('refusals', readRefusal);
  for (const { code, where } of refusals.values())
    if (errors.has(code)) problems.fault('name-twice', atKey(where), `${code} is an error already`);
  const received = table('received', (row, _, where) => ({ ...row, where }));
  const [layouts, synonyms] = [ofKind('bank-layouts'), ofKind('synonyms').map(spreadWords)];
  return {
    service,
    commands: table('commands', (row) => row),
    commandWords: {
      nouns: {},
      options: {},
      ...(ofKind('commands')[0]?.value as Partial<Spec['commandWords']>),
    },
    configuration: table('configuration', (row, _, where) => ({ ...row, where })),
    scopes: table('scopes', (said, _, where) => ({ description: said.en, said, where })),
    events: table('events', (said, _, where) => ({ description: said.en, said, where })),
    eventRecords: Object.assign(
      {},
      ...ofKind('events').map(({ value }) => (value as { readonly records?: EventRecords }).records ?? {}),
    ) as EventRecords,
    deliveries: new Map(ofKind('events').flatMap(readDeliveries)),
    ids: table('ids', (row, name, where) => ({ ...row, name, where })),
    types: table('types', (field, name, where) => ({ name, field, where })),
    errors: new Map([...errors, ...refusals]),
    warnings: table('warnings', (row, code, where) => ({ ...row, ...readCode(row), code, where })),
    said: new Map([...table('said', (row, key, where) => ({ ...row, key, where })), ...sayings(received)]),
    received,
    rules: table('rules', (row, _, where) => ({ ...row, where })),
    frames: readFrames(ofKind('rules')),
    framesAt: new Map(ofKind('rules').flatMap(placeFrames)),
    labels: table('labels', (row) => row),
    currencies: table('currencies', (row) => row),
    data: new Map([...ofKind('data'), ...layouts.map(withoutExamples), ...synonyms].map(readData)),
    layouts: layouts.flatMap(readLayouts),
    synonyms: readSynonyms(synonyms[0]),
    countries: ofKind('country').map(readCountry),
    imports: ofKind('import').map(readImport),
    toolsets: new Map(ofKind('toolset').map((source) => [readToolset(source).name, readToolset(source)])),
    prompts: ofKind('prompt').map(readPrompt),
    promptCommon: readPromptCommon(ofKind('prompt-common')[0]),
    resources: readResources(ofKind('resources')[0]),
    texts: readTexts(ofKind('texts'), problems),
    tools: sortTools(
      tools.map((tool) => withChanges(tool, tools, problems)),
      service.groups,
    ),
  };
};

/** Findings are told like any sentence: what was found, and what to do. */
const sayings = (received: Spec['received']): readonly (readonly [string, SaidSpec])[] =>
  [...received].flatMap(([rule, { says, fix, where }]) =>
    (
      [
        ['', says, 'says'],
        ['_fix', fix, 'fix'],
      ] as const
    ).map(([ending, saying, part]) => {
      const key = `received_${rule}${ending}`;
      return [key, { ...saying, key, where: below(where, part) }] as const;
    }),
  );

const readResources = (source: Source | undefined): ResourcesSpec =>
  (source?.value ?? { resources: {}, guides: {} }) as ResourcesSpec;

const readFrames = (sources: readonly Source[]): Spec['frames'] =>
  Object.assign(
    {},
    ...sources.map(({ value }) => (value as { readonly frames?: Spec['frames'] }).frames ?? {}),
  ) as Spec['frames'];

const placeFrames = (source: Source): readonly (readonly [string, Where])[] => {
  const { frames = {} } = source.value as { readonly frames?: Spec['frames'] };
  return Object.keys(frames).map((name) => [name, { source, path: ['frames', name] }]);
};

const readDeliveries = (source: Source): readonly (readonly [string, DeliveryExample])[] => {
  const { deliveries = {} } = source.value as {
    readonly deliveries?: Readonly<Record<string, Omit<DeliveryExample, 'where'>>>;
  };
  return Object.entries(deliveries).map(([name, example]) => [
    name,
    { ...example, where: { source, path: ['deliveries', name] } },
  ]);
};

const listRows = <K extends keyof RawTables>(
  source: Source,
  key: K,
): readonly (readonly [string, RawTables[K], Where])[] => {
  const table = (source.value as { readonly [T in K]: Readonly<Record<string, RawTables[T]>> })[key];
  return Object.entries<RawTables[K]>(table).map(([name, row]) => [name, row, { source, path: [key, name] }]);
};

const readCode = ({ applies, details }: RawCode): { applies: readonly string[]; details: Fields } => ({
  applies: typeof applies === 'string' ? [applies] : (applies ?? []),
  details: details ?? {},
});

/** The type of the error that a tool answers which declares the refusal. */
const TYPES: Readonly<Record<string, string>> = {
  usage: 'validation_error',
  invalid_value: 'validation_error',
  not_found: 'not_found',
  already_exists: 'conflict',
};

const readRefusal = (
  { kind, en, es, de, agent = '', person, shell, details = {} }: RawTables['refusals'],
  code: string,
  where: Where,
): ErrorSpec => ({
  code,
  type: TYPES[kind] ?? 'state_error',
  message: en,
  hint: agent,
  retryable: kind === 'busy',
  details: Object.fromEntries(Object.entries(details).map(([name, use]) => [name, { use }])),
  applies: [],
  refusal: {
    kind,
    ...(es === undefined ? {} : { es }),
    ...(de === undefined ? {} : { de }),
    ...(person === undefined ? {} : { person }),
    ...(shell === undefined ? {} : { shell }),
  },
  where,
});

const readCountry = (source: Source): CountrySpec => {
  const data = source.value as Plain & Omit<CountrySpec, 'data' | 'where'>;
  const { country, status, filing_model, regime, currency, tax, details } = data;
  return {
    country,
    status,
    filing_model,
    regime,
    currency,
    tax,
    details,
    data,
    where: { source, path: [] },
  };
};

const readToolset = (source: Source): Toolset => {
  const { description, budget } = source.value as { description: string; budget: ToolsBudget };
  return {
    name: source.file.split('/')[2] ?? '',
    description: description.trim(),
    budget,
    where: { source, path: [] },
  };
};

const readImport = (source: Source): ImportSpec => {
  const raw = source.value as Pick<ImportSpec, 'description' | 'fields' | 'sample'> & { import: string };
  return {
    name: raw.import,
    description: raw.description.trim(),
    fields: raw.fields,
    sample: raw.sample,
    where: { source, path: [] },
  };
};

const readData = ({ file, value }: Source): readonly [string, Plain] => [
  file.replace(/^spec\/|\.yaml$/gu, ''),
  value as Plain,
];

const readLayouts = (source: Source): readonly BankLayout[] => {
  const { layouts } = source.value as { readonly layouts: readonly Omit<BankLayout, 'where'>[] };
  return layouts.map((layout, at) => ({ ...layout, where: { source, path: ['layouts', at] } }));
};

/** What only people and tests read of a layout is no part of the service. */
const withoutExamples = (source: Source): Source => {
  const { layouts } = source.value as { readonly layouts: readonly Plain[] };
  const read = layouts.map(({ country: _c, product: _p, source: _s, fixture: _f, ...layout }) => layout);
  return { ...source, value: { layouts: read }, position: (path, part) => source.position(path, part) };
};

const readService = (source: Source | undefined): ServiceSpec => {
  const data = (source?.value ?? {}) as RawService;
  return {
    data,
    groups: data.groups ?? [],
    defaultDetails: data.default_details ?? {},
    httpErrors: data.http_errors,
    toolsBudget: data.tools_list_budget,
    where: source === undefined ? undefined : { source, path: [] },
  };
};
