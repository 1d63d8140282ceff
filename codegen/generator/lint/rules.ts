// Fixes of rules: a frame that exists, with exactly what it asks for.
import { below, didYouMean } from '../problem.ts';
import { AROUND, frameOf, OPENING } from '../rules.ts';
import { listParameters } from '../said.ts';
import type { LintRule } from './all.ts';

const KEY = /^[A-Za-z0-9-]+(?:\.[a-z_]+)?$/;

export const fixesFit: LintRule = ({ rules, frames }, _tools, problems) => {
  for (const [key, { says, fix, where }] of rules) {
    if (!KEY.test(key))
      problems.fault('rule-key', where, `${key} is no id of a rule, with a word behind a point or without`);
    for (const text of [says, ...(typeof fix === 'string' ? [fix] : Object.values(fix))])
      if (/[{}]/.test(text.replaceAll(/\{[a-z_]+\}/g, '')))
        problems.fault('rule-parameter', where, `parameters are written {like_this}: ${text}`);
    if (typeof fix === 'string') continue;
    const at = below(where, 'fix');
    const frame = frameOf(fix, frames);
    if (frame === undefined) {
      const [named = ''] = Object.keys(fix);
      problems.fault(
        'rule-frame',
        at,
        `no frame is named${named === '' ? '' : `; there is no ${named}${didYouMean(named, Object.keys(frames))}`}`,
      );
      continue;
    }
    const asked = listParameters(frames[frame] ?? '').map((name) => (name === OPENING ? frame : name));
    const given = Object.keys(fix).filter((part) => !AROUND.includes(part));
    for (const name of asked.filter((each) => !given.includes(each)))
      problems.fault('rule-parameter', at, `the frame ${frame} asks for ${name}`);
    for (const name of given.filter((each) => !asked.includes(each)))
      problems.fault('rule-parameter', below(at, name), `the frame ${frame} has no ${name}`);
  }
};
