// The fenced blocks of a Markdown file.
import { readFileSync } from 'node:fs';

export interface Block {
  readonly language: string;
  readonly text: string;
}

export const readBlocks = (path: string): readonly Block[] =>
  [...readFileSync(path, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', text = '']) => ({ language, text }),
  );
