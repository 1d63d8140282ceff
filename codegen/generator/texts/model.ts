// The texts of spec/texts as they are checked and written.
import type { Where } from '../problem.ts';

/** What a scope allows or an event says, by language; the English is its description too. */
export interface Described {
  readonly description: string;
  readonly said: { readonly [language: string]: string };
  readonly where: Where;
}

/** Who reads a text: persons read of neither tools nor commands. */
export type TextReader = 'persons' | 'tools' | 'commands';

/** A text in one language; `one` where the first parameter counts and is one. */
export interface TextForm {
  readonly one: string | undefined;
  readonly other: string;
}

export interface Text {
  readonly params: readonly string[];
  readonly forms: { readonly [language: string]: TextForm };
  /** By parameter, the text where it is null or empty. */
  readonly without: ReadonlyMap<string, Text>;
  readonly reader: TextReader;
  readonly where: Where;
}

export type TextNode = { readonly text: Text } | { readonly group: ReadonlyMap<string, TextNode> };

/** One file of spec/texts: `bank-review.yaml` becomes `bankReviewWords`. */
export interface TextFile {
  readonly name: string;
  readonly group: ReadonlyMap<string, TextNode>;
  readonly where: Where;
}
