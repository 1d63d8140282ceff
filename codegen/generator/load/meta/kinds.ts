// Which file of spec/ is of which kind, and the schema of each kind.
import { countryMeta } from './country.ts';
import { layoutsMeta } from './layouts.ts';
import { promptCommonMeta, promptMeta, resourcesMeta } from './prompts.ts';
import { rulesMeta } from './rules.ts';
import { refusalsMeta } from './refusals.ts';
import type { MetaSchema } from './schema.ts';
import {
  acceptedBreaksMeta,
  commandsMeta,
  configurationMeta,
  currenciesMeta,
  dataMeta,
  errorsMeta,
  idsMeta,
  serviceMeta,
  toolsetMeta,
  warningsMeta,
} from './tables.ts';
import { eventsMeta, scopesMeta, textsMeta } from './texts.ts';
import { labelsMeta, receivedMeta, saidMeta } from './said.ts';
import { synonymsMeta } from './synonyms.ts';
import { importMeta, toolMeta, typesMeta } from './tool.ts';

export const META = {
  tool: toolMeta,
  types: typesMeta,
  import: importMeta,
  country: countryMeta,
  toolset: toolsetMeta,
  said: saidMeta,
  rules: rulesMeta,
  received: receivedMeta,
  labels: labelsMeta,
  prompt: promptMeta,
  'prompt-common': promptCommonMeta,
  resources: resourcesMeta,
  texts: textsMeta,
  synonyms: synonymsMeta,
  data: dataMeta,
  'bank-layouts': layoutsMeta,
  scopes: scopesMeta,
  events: eventsMeta,
  ids: idsMeta,
  errors: errorsMeta,
  refusals: refusalsMeta,
  warnings: warningsMeta,
  commands: commandsMeta,
  configuration: configurationMeta,
  currencies: currenciesMeta,
  service: serviceMeta,
  'accepted-breaks': acceptedBreaksMeta,
} as const satisfies Record<string, MetaSchema>;

export type Kind = keyof typeof META;

const FOLDERS: readonly (readonly [RegExp, Kind])[] = [
  [/^spec\/tools\/[^/]+\/[^/]+\.yaml$/, 'tool'],
  [/^spec\/toolsets\/[^/]+\/set\.yaml$/, 'toolset'],
  [/^spec\/toolsets\/[^/]+\/[^/]+\.yaml$/, 'tool'],
  [/^spec\/types\/[^/]+\.yaml$/, 'types'],
  [/^spec\/imports\/[^/]+\.yaml$/, 'import'],
  [/^spec\/countries\/[^/]+\.yaml$/, 'country'],
  [/^spec\/said\/[^/]+\.yaml$/, 'said'],
  [/^spec\/rules\/[^/]+\.yaml$/, 'rules'],
  [/^spec\/receiving\/[^/]+\.yaml$/, 'received'],
  [/^spec\/texts\/(?:pages|mails|prints|agents|commands)\/[a-z-]+\.yaml$/, 'texts'],
  [/^spec\/prompts\/common\.yaml$/, 'prompt-common'],
  [/^spec\/prompts\/[a-z_]+\.yaml$/, 'prompt'],
  [/^spec\/refusals\/[^/]+\.yaml$/, 'refusals'],
  [/^spec\/vocabulary\/synonyms\.yaml$/, 'synonyms'],
  [/^spec\/vocabulary\/bank-layouts\.yaml$/, 'bank-layouts'],
  [/^spec\/(?:checks|demo|vocabulary)\/[^/]+\.yaml$/, 'data'],
];

/** The kind of a file by its path; undefined for a path that nothing reads. */
export const findKind = (file: string): Kind | undefined => {
  const inFolder = FOLDERS.find(([pattern]) => pattern.test(file));
  if (inFolder !== undefined) return inFolder[1];
  const name = /^spec\/([^/]+)\.yaml$/.exec(file)?.[1];
  return name !== undefined && name in META && !FOLDERS.some(([, kind]) => kind === name)
    ? (name as Kind)
    : undefined;
};
