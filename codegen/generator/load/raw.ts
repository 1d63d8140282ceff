// The shape of YAML files that have passed their meta schemas.
import type {
  CommandTexts,
  ErrorSpec,
  Field,
  Fields,
  IdType,
  Json,
  ServiceSpec,
  ToolSpec,
} from '../model.ts';
import type { Variable } from './variable.ts';
import type { RuleSaying } from '../rules.ts';
import type { PersonTexts, ReceivedSpec, RefusalSpec, SaidSpec } from '../said.ts';

export type Plain = { readonly [key: string]: Json };

/** The keys that errors and warnings share. */
export interface RawCode {
  readonly message: string;
  readonly person: PersonTexts;
  readonly applies?: string | readonly string[];
  readonly details?: Fields;
}

/** Details are the names of their types. */
type RawRefusal = RefusalSpec & {
  readonly en: string;
  readonly agent?: string;
  readonly details?: { readonly [name: string]: string };
};

type RawError = RawCode & Pick<ErrorSpec, 'type' | 'hint' | 'retryable'>;

/** The files that hold one table each, under the key of this name. */
export interface RawTables {
  readonly types: Field;
  readonly scopes: { readonly en: string; readonly es: string; readonly de: string };
  readonly events: { readonly en: string; readonly es: string; readonly de: string };
  readonly ids: Omit<IdType, 'name' | 'where'>;
  readonly errors: RawError;
  readonly refusals: RawRefusal;
  readonly warnings: RawCode;
  readonly said: Omit<SaidSpec, 'key' | 'where'>;
  readonly rules: Omit<RuleSaying, 'where'>;
  readonly received: Omit<ReceivedSpec, 'where'>;
  readonly labels: Required<PersonTexts>;
  readonly commands: CommandTexts;
  readonly configuration: Omit<Variable, 'where'>;
  readonly currencies: { readonly digits: number; readonly name: string };
}

/** The keys that the generator reads; the others are emitted as they are. */
export type RawService = Plain & {
  readonly groups?: ServiceSpec['groups'];
  readonly default_details?: ServiceSpec['defaultDetails'];
  readonly http_errors?: NonNullable<ServiceSpec['httpErrors']>;
  readonly tools_list_budget?: NonNullable<ServiceSpec['toolsBudget']>;
};

export interface RawExample {
  readonly title: string;
  readonly country?: string;
  readonly params: Plain;
  readonly output?: Plain;
  readonly error?: string;
}

export interface RawTool extends Pick<
  ToolSpec,
  'title' | 'description' | 'entity' | 'access' | 'annotations'
> {
  readonly tool: string;
  readonly scope: string;
  readonly transactions?: ToolSpec['transactions'];
  readonly dry_run?: boolean;
  readonly check_with?: string;
  readonly list?: { readonly default: number; readonly max: number; readonly fixed?: boolean };
  readonly params?: Fields;
  readonly also?: readonly string[];
  readonly was?: string;
  readonly changes?: { readonly tool: string; readonly clear: readonly string[] };
  readonly rules?: readonly { readonly [key: string]: unknown }[];
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
  readonly output: {
    readonly list?: string;
    readonly record?: string;
    readonly fields?: Fields;
    readonly csv?: string;
    readonly embed?: string;
    readonly once?: string;
    readonly asks?: string;
  };
  readonly examples?: readonly RawExample[];
}
