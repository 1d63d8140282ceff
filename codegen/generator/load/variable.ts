// A row of spec/configuration.yaml.
import type { Where } from '../problem.ts';

/** An environment variable. */
export interface Variable {
  readonly type: string;
  readonly default: string | number | boolean | null | readonly string[];
  readonly description: string;
  /** What is allowed, as it completes "it must be". */
  readonly words?: string;
  readonly from?: number;
  readonly to?: number;
  readonly values?: readonly string[];
  readonly schemes?: readonly string[];
  readonly secret?: boolean;
  /** Whose it is when it is not a setting of the service. */
  readonly read_by?: string;
  readonly where: Where;
}
