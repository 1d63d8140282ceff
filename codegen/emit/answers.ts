// answers.json and answers.ts: the full shape of each answer, compiled only where answers are checked.
import { stripProse } from '../lower/schema.ts';
import { header, headerText } from './emit.ts';
import type { Emitter } from './emit.ts';
import { layOut } from './json.ts';
import { literal } from './literal.ts';
import { render } from './render.ts';
import { AJV_FORMATS, AJV_OPTIONS } from './validator.ts';

export const emitAnswers: Emitter = ({ tools }) => {
  const schemas = Object.fromEntries(tools.map(({ tool, answer }) => [tool.name, stripProse(answer)]));
  const text = layOut({ $comment: headerText('spec/tools'), ...schemas });
  const code = render('answers', { options: literal(AJV_OPTIONS), formats: literal(AJV_FORMATS) });
  return new Map([
    ['answers.json', `${text}\n`],
    ['answers.ts', `${header('spec/tools')}${code}`],
  ]);
};
