// answers.json and answers.ts: the full shape of each answer, compiled only where answers are checked.
import { stripProse } from '../lower/schema.ts';
import { header, headerText } from './emit.ts';
import type { Emitter } from './emit.ts';
import { layOut } from './json.ts';
import { literal } from './literal.ts';
import { render } from './render.ts';
import { AJV_FORMATS, AJV_OPTIONS } from './validator.ts';

/** Tidying up the code of a check takes a third of the time of its making, and gains microseconds in a call. */
const OPTIONS = { ...AJV_OPTIONS, code: { optimize: false } } as const;

export const emitAnswers: Emitter = ({ tools }) => {
  const schemas = Object.fromEntries(tools.map(({ tool, answer }) => [tool.name, stripProse(answer)]));
  const text = layOut({ $comment: headerText('spec/tools'), ...schemas });
  const code = render('answers', { options: literal(OPTIONS), formats: literal(AJV_FORMATS) });
  return new Map([
    ['answers.json', `${text}\n`],
    ['answers.ts', `${header('spec/tools')}${code}`],
  ]);
};
