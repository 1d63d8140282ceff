// Amounts and quantities from a form, as numbers that tools take, read strictly in the language of the person.
import { toNumber } from '../base/money/decimal.ts';
import type { Form } from './form.ts';
import { exampleAmount, readFigure } from './format.ts';
import { FormProblem } from './problem.ts';
import type { Visit } from './visit.ts';

/** Undefined when the field is empty; refuses what is no number in this language. */
export const optionalFigure = (
  { language, words: all }: Visit,
  form: Form,
  name: string,
  label: string,
): number | undefined => {
  const typed = form.text(name);
  if (typed === '') return undefined;
  const value = readFigure(language, typed);
  if (value !== undefined) return toNumber(value);
  const sentence = all.common.badFigure(label, typed.slice(0, 40), exampleAmount(language));
  throw new FormProblem({ [name]: sentence });
};

export const requiredFigure = (visit: Visit, form: Form, name: string, label: string): number => {
  const value = optionalFigure(visit, form, name, label);
  if (value === undefined) throw new FormProblem({ [name]: visit.words.common.required(label) });
  return value;
};

export const requiredText = ({ words: all }: Visit, form: Form, name: string, label: string): string => {
  const text = form.text(name);
  if (text === '') throw new FormProblem({ [name]: all.common.required(label) });
  return text;
};
