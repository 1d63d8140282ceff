// The dialects, in one list.
import { ANTHROPIC } from './anthropic.ts';
import type { Dialect } from './dialect.ts';
import { GEMINI } from './gemini.ts';
import { OPENAI } from './openai.ts';

export const DIALECTS: readonly Dialect[] = [OPENAI, GEMINI, ANTHROPIC];
