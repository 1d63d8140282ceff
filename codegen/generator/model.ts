// The spec once it is read: typed, with the location of each part, names not yet resolved.
import type { DeliveryExample, EventRecords } from './deliveries.ts';
import type { Where } from './problem.ts';
import type { PromptCommon, PromptSpec } from './prompts.ts';
import type { ResourcesSpec } from './resources.ts';
import type { RuleSaying } from './rules.ts';
import type { PersonTexts, ReceivedSpec, RefusalSpec, SaidSpec } from './said.ts';
import type { Synonyms } from './synonyms.ts';
import type { Described, TextFile } from './texts/model.ts';
import type { BankLayout } from './load/bank-layout.ts';
import type { Variable } from './load/variable.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** The JSON Schema keywords that a field body may use as they are. */
export interface Keywords {
  readonly type?: JsonType;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number | boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly format?: 'date' | 'date-time' | 'email';
  readonly default?: Json;
  readonly description?: string;
  /** What is allowed, in words for errors: the end of `must be …`. */
  readonly words?: string;
  /** A value as errors show it. */
  readonly example?: string | number;
  /** The ids that a field takes which has several, or whose pattern is its own. */
  readonly ids?: readonly string[];
  /** What others call the field, for what errors propose. */
  readonly also?: readonly string[];
  /** What others call its values. */
  readonly also_values?: { readonly [value: string]: readonly string[] };
  /** The name before a rename. */
  readonly was?: string;
}

/** A field body: JSON Schema keywords and those of this dialect. */
export interface Field extends Keywords {
  readonly items?: Field;
  /** A named type or id. */
  readonly use?: string;
  /** Input object: its fields may be left out unless `required`. */
  readonly fields?: Fields;
  /** Output object: its fields are present unless `optional`. */
  readonly record?: Fields;
  /** Another record whose fields come first. */
  readonly extends?: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly optional?: boolean;
  /** A default that the service works out; a sentence for the description. */
  readonly derived_default?: string;
  /** A slot of `details` in spec/countries: the fields of all enabled countries side by side. */
  readonly by_country?: string;
  /** Ours, not in the description of the service. */
  readonly beyond_tools?: boolean;
  readonly addition?: boolean;
}

export type Fields = { readonly [name: string]: Field };

interface NamedType {
  readonly name: string;
  readonly field: Field;
  readonly where: Where;
}

export interface IdType {
  readonly name: string;
  readonly prefix: string;
  readonly noun: string;
  readonly description: string;
  /** The tool whose answers tell such ids; `search` unless it says otherwise. */
  readonly found_by?: string;
  readonly where: Where;
}

export interface ErrorSpec {
  readonly code: string;
  readonly type: string;
  readonly message: string;
  /** Those of refusals stand with them. */
  readonly person?: PersonTexts;
  readonly hint: string;
  readonly retryable: boolean;
  readonly details: Fields;
  readonly applies: readonly string[];
  /** Of a code of spec/refusals. */
  readonly refusal?: RefusalSpec;
  readonly where: Where;
}

interface WarningSpec {
  readonly code: string;
  readonly message: string;
  readonly person: PersonTexts;
  readonly details: Fields;
  readonly applies: readonly string[];
  readonly where: Where;
}

export const RULE_KINDS = [
  'at_least_one',
  'at_most_one',
  'exactly_one',
  'date_order',
  'number_order',
] as const;
type RuleKind = (typeof RULE_KINDS)[number];

export interface RuleSpec {
  readonly kind: RuleKind;
  readonly params: readonly string[];
  /** Appended to the description of the tool. */
  readonly message: string | undefined;
  readonly where: Where;
}

export interface ExampleSpec {
  readonly title: string;
  readonly country: string | undefined;
  readonly params: { readonly [name: string]: Json };
  readonly output: { readonly [name: string]: Json } | undefined;
  readonly error: string | undefined;
  readonly where: Where;
}

interface ListSpec {
  readonly default: number;
  readonly max: number;
  /** The caller cannot choose the page size. */
  readonly fixed: boolean;
}

interface OutputSpec {
  readonly list: string | undefined;
  readonly record: string | undefined;
  readonly fields: Fields | undefined;
  /** The field whose value is the text of the answer. */
  readonly csv: string | undefined;
  readonly embed: string | undefined;
  /** The field that only the first answer has. */
  readonly once: string | undefined;
  readonly asks: string | undefined;
}

/** What a tool list may cost at most: what a model reads of it, and all of it. */
export interface ToolsBudget {
  readonly tokens: number;
  readonly bytes: number;
}

/** Tools that only some keys carry: a folder of spec/toolsets. */
export interface Toolset {
  readonly name: string;
  readonly description: string;
  readonly budget: ToolsBudget;
  readonly where: Where;
}

export interface ToolSpec {
  readonly name: string;
  readonly group: string;
  /** Undefined for the tools that every key has. */
  readonly set: string | undefined;
  readonly title: string;
  readonly description: string;
  /** Undefined for an exempt tool. */
  readonly scope: string | undefined;
  readonly entity: 'required' | 'none';
  readonly access: 'read' | 'write';
  /** Whether a write is one transaction, or runs several of its own. */
  readonly transactions: 'one' | 'own';
  /** It can answer what it would do, and write nothing. */
  readonly dry_run: boolean;
  /** The tool that shows whether a write took effect. */
  readonly check_with: string;
  readonly annotations: {
    readonly destructive: boolean;
    readonly idempotent: boolean;
    readonly open_world: boolean;
  };
  readonly list: ListSpec | undefined;
  readonly params: Fields;
  /** What others call the tool. */
  readonly also: readonly string[];
  /** The name before a rename. */
  readonly was: string | undefined;
  /** The tool that creates what this one changes, whose parameters and codes it takes over. */
  readonly changes: { readonly tool: string; readonly clear: readonly string[] } | undefined;
  readonly rules: readonly RuleSpec[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly output: OutputSpec;
  readonly examples: readonly ExampleSpec[];
  readonly where: Where;
}

export interface CountrySpec {
  readonly country: string;
  readonly status: 'full' | 'progressive' | 'off';
  readonly filing_model: 'clearance' | 'network';
  readonly regime: string;
  readonly currency: string;
  readonly tax: { readonly default_rate: number; readonly rates: readonly { readonly percent: number }[] };
  /** Slot to named input type. */
  readonly details: { readonly [slot: string]: string };
  /** The whole file as plain data. */
  readonly data: { readonly [key: string]: Json };
  readonly where: Where;
}

export interface ImportSpec {
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  /** Rows that can be imported as they stand, for templates. */
  readonly sample: readonly { readonly [field: string]: Json }[];
  readonly where: Where;
}

/** A refusal in spec/service.yaml. */
export interface HttpError {
  readonly status: number;
  readonly error_type: string;
  readonly message: string;
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly headers?: { readonly [name: string]: string };
}

export interface ServiceSpec {
  readonly data: { readonly [key: string]: Json };
  readonly groups: readonly string[];
  readonly defaultDetails: { readonly [slot: string]: string };
  readonly httpErrors: { readonly [name: string]: HttpError } | undefined;
  /** What tools/list may cost at most; undefined only without spec/service.yaml. */
  readonly toolsBudget: ToolsBudget | undefined;
  readonly where: Where | undefined;
}

type Words = Readonly<Record<string, string>>;

/** What help says of a command of the command line. */
export interface CommandTexts {
  readonly about: string;
  readonly args?: Words;
  readonly options?: Words;
  readonly examples: readonly string[];
}

export interface Spec {
  readonly service: ServiceSpec;
  readonly configuration: ReadonlyMap<string, Variable>;
  readonly commands: ReadonlyMap<string, CommandTexts>;
  /** What help says of the kinds of record of the command line, and of options that several commands have. */
  readonly commandWords: { readonly nouns: Words; readonly options: Words };
  readonly scopes: ReadonlyMap<string, Described>;
  readonly events: ReadonlyMap<string, Described>;
  /** The type of each field that webhooks tell, by the first word of the events. */
  readonly eventRecords: EventRecords;
  /** By the same words. */
  readonly deliveries: ReadonlyMap<string, DeliveryExample>;
  readonly ids: ReadonlyMap<string, IdType>;
  readonly types: ReadonlyMap<string, NamedType>;
  /** With the refusals. */
  readonly errors: ReadonlyMap<string, ErrorSpec>;
  readonly warnings: ReadonlyMap<string, WarningSpec>;
  readonly said: ReadonlyMap<string, SaidSpec>;
  readonly received: ReadonlyMap<string, ReceivedSpec>;
  /** What rules say of a breach, and the frames of what to do. */
  readonly rules: ReadonlyMap<string, RuleSaying>;
  readonly frames: { readonly [name: string]: string };
  readonly framesAt: ReadonlyMap<string, Where>;
  /** What people call each parameter. */
  readonly labels: ReadonlyMap<string, Required<PersonTexts>>;
  readonly currencies: ReadonlyMap<string, { readonly digits: number; readonly name: string }>;
  /** What stands in a file of words or facts, by its path: `vocabulary/bank-statements`. */
  readonly data: ReadonlyMap<string, { readonly [key: string]: Json }>;
  readonly layouts: readonly BankLayout[];
  readonly synonyms: Synonyms;
  readonly countries: readonly CountrySpec[];
  readonly imports: readonly ImportSpec[];
  readonly toolsets: ReadonlyMap<string, Toolset>;
  readonly prompts: readonly PromptSpec[];
  readonly promptCommon: PromptCommon;
  readonly resources: ResourcesSpec;
  readonly texts: readonly TextFile[];
  readonly tools: readonly ToolSpec[];
}
