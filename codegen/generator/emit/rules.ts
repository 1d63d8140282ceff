// rules.ts: what rules say of a breach, one line for each.
import { writeFix } from '../rules.ts';
import { header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { literal, quoted } from './literal.ts';

export const emitRules: Emitter = ({ spec: { rules, frames } }) => {
  if (rules.size === 0) return new Map();
  const lines = [...rules].map(
    ([key, { says, fix }]) => `  ${quoted(key)}: [${quoted(says)}, ${quoted(writeFix(fix, frames))}],\n`,
  );
  const text = `${header('spec/rules')}
/** The frames of what to do. */
export const FRAMES = ${literal(frames)} as const;

/** What is wrong, and what to do. */
export const FINDINGS = {
${lines.join('')}} as const;

export type FindingKey = keyof typeof FINDINGS;

type Names<Text extends string> = Text extends \`\${string}{\${infer Name}}\${infer Rest}\` ? Name | Names<Rest> : never;

/** The parameters of a finding, where its texts have any. */
export type FindingParams<Key extends FindingKey> = Readonly<
  Record<Names<(typeof FINDINGS)[Key][number]>, string | number>
>;
`;
  return new Map([['rules.ts', text]]);
};
