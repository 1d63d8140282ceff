// Prompts of spec/prompts: what a person picks in a client, and the steps that an agent is then led through.
import type { Source } from './load/load.ts';
import type { PersonTexts } from './said.ts';
import type { Where } from './problem.ts';

export type InLanguages = Required<PersonTexts>;

/** How an argument is checked. */
export const ARGUMENT_KINDS = ['company', 'month', 'text', 'language'] as const;

export interface PromptArgument extends InLanguages {
  readonly kind: (typeof ARGUMENT_KINDS)[number];
  /** Characters, of a text. */
  readonly max_length?: number;
}

export interface PromptSpec {
  readonly name: string;
  readonly title: InLanguages;
  readonly description: InLanguages;
  /** Tools without which it leads nowhere: it is there for keys that can call them all. */
  readonly needs: readonly string[];
  readonly arguments: readonly string[];
  readonly required: readonly string[];
  readonly steps: ReadonlyMap<string, InLanguages>;
  readonly where: Where;
}

/** What all prompts share: their arguments, what holds in each, and the words around. */
export interface PromptCommon {
  readonly arguments: ReadonlyMap<string, PromptArgument>;
  readonly rules: ReadonlyMap<string, InLanguages>;
  readonly words: { readonly [name: string]: InLanguages };
  readonly where: Where | undefined;
}

interface RawPrompt extends Pick<PromptSpec, 'title' | 'description'> {
  readonly needs?: readonly string[];
  readonly arguments: readonly string[];
  readonly required?: readonly string[];
  readonly steps: { readonly [name: string]: InLanguages };
}

interface RawCommon {
  readonly arguments: { readonly [name: string]: PromptArgument };
  readonly rules: { readonly [name: string]: InLanguages };
  readonly words: { readonly [name: string]: InLanguages };
}

export const readPrompt = (source: Source): PromptSpec => {
  const { steps, needs = [], required = [], ...raw } = source.value as RawPrompt;
  return {
    ...raw,
    needs,
    required,
    name: source.file.replace(/^.*\/|\.yaml$/gu, ''),
    steps: new Map(Object.entries(steps)),
    where: { source, path: [] },
  };
};

export const readPromptCommon = (source: Source | undefined): PromptCommon => {
  const { arguments: known = {}, rules = {}, words = {} } = (source?.value ?? {}) as Partial<RawCommon>;
  return {
    arguments: new Map(Object.entries(known)),
    rules: new Map(Object.entries(rules)),
    words,
    where: source === undefined ? undefined : { source, path: [] },
  };
};
