// What clients read beside the tools: the resources of spec/resources.yaml, and the guides that are among them.
import type { InLanguages } from './prompts.ts';

export interface ResourceSpec {
  /** With one parameter in braces, or without. */
  readonly uri: string;
  readonly mime_type: string;
  readonly title: InLanguages;
  readonly description: InLanguages;
}

export interface ResourcesSpec {
  readonly resources: { readonly [name: string]: ResourceSpec };
  /** By guide the groups of tools that it is about. */
  readonly guides: { readonly [guide: string]: readonly string[] };
}

/** Where a guide is read, by its name. */
export const guideUri = (name: string): string => `folio://guides/${name}`;
