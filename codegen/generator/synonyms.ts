// What others call the names and values of the tools, as spec/vocabulary says it.
import type { Json } from './model.ts';
import type { Where } from './problem.ts';

/** What others call what the tools take: spec/vocabulary/synonyms.yaml. */
export interface Synonyms {
  readonly names: readonly {
    readonly of: readonly string[];
    readonly also: readonly string[];
    readonly in?: readonly string[];
    readonly ask?: string;
    readonly convert?: string;
    readonly inside?: string;
    readonly least?: number;
    readonly values?: { readonly [sent: string]: Json };
  }[];
  readonly values: readonly {
    readonly of: string;
    readonly also: readonly string[];
    readonly in?: readonly string[];
  }[];
  readonly nothing: readonly {
    readonly words: readonly string[];
    readonly in?: readonly string[];
    readonly says: string;
  }[];
  readonly verbs: { readonly [verb: string]: readonly string[] };
  readonly nouns: { readonly [noun: string]: readonly string[] };
  readonly ends: { readonly [end: string]: string };
  readonly opposites: readonly (readonly string[])[];
  readonly negations: readonly string[];
  readonly units: readonly (readonly string[])[];
  readonly where: Where | undefined;
}
