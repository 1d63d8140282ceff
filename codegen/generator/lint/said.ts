// Texts for people: the same parameters in every language, forms that exist, no parameter of a tool where a label belongs.
import type { Field, Fields, Spec } from '../model.ts';
import type { PersonTexts, Sentence } from '../said.ts';
import { below, didYouMean } from '../problem.ts';
import type { Problems, Where } from '../problem.ts';
import { hasAlternatives } from '../texts/fit.ts';
import { listParameters, readParameters, TEXT_FORMS, TEXT_LANGUAGES } from '../said.ts';
import type { LintRule } from './all.ts';

/** `{path}` is the name that a program gives a field. */
const PROGRAM_NAME = /\{path\}|(?<![{|a-z_])[a-z]+_[a-z_]+(?![}|a-z_])/;

const checkForms = (sentence: Sentence, where: Where, problems: Problems): void => {
  const forms: readonly string[] = TEXT_FORMS;
  for (const { form, written } of readParameters(sentence))
    if (form !== undefined && !forms.includes(form))
      problems.fault('text-form', where, `${written}: there is no form ${form}${didYouMean(form, forms)}`);
};

/** Parameters that the text may name; what stands beside each error and warning is among them. */
const checkKnown = (sentence: Sentence, known: readonly string[], where: Where, problems: Problems): void => {
  for (const name of listParameters(sentence))
    if (!known.includes(name))
      problems.fault(
        'text-parameter',
        where,
        `there is no parameter ${name} in the English text or the details${didYouMean(name, known)}`,
      );
};

const checkPerson = (
  {
    message,
    person,
    details,
    where,
  }: {
    readonly message: string;
    readonly person?: PersonTexts;
    readonly details: object;
    readonly where: Where;
  },
  problems: Problems,
): void => {
  if (person === undefined) return;
  const known = [...listParameters(message), ...Object.keys(details), 'path'];
  for (const language of TEXT_LANGUAGES) {
    const text = person[language];
    if (text === undefined) continue;
    const at = below(where, 'person', language);
    checkKnown(text, known, at, problems);
    checkForms(text, at, problems);
    const [named] = PROGRAM_NAME.exec(text) ?? [];
    if (named !== undefined)
      problems.fault(
        'text-program-name',
        at,
        `${named} is a name for programs; people read the label of a field`,
      );
  }
  if (person.en === undefined && (PROGRAM_NAME.test(message) || hasAlternatives(message)))
    problems.fault(
      'text-english',
      below(where, 'person'),
      'the message names parameters; say it for people in en',
    );
};

export const textsAgree: LintRule = (spec: Spec, _tools, problems) => {
  for (const row of [...spec.errors.values(), ...spec.warnings.values()]) checkPerson(row, problems);
  for (const said of spec.said.values()) {
    const known = listParameters(said.en);
    for (const language of TEXT_LANGUAGES) {
      const at = below(said.where, language);
      checkForms(said[language], at, problems);
      const own = listParameters(said[language]);
      const lost = known.filter((name) => !own.includes(name));
      checkKnown(said[language], [...known, ...(said.by === undefined ? [] : [said.by])], at, problems);
      if (lost.length > 0 && said.by === undefined)
        problems.fault('text-parameter', at, `${lost.join(', ')} of the English text is missing`);
      if (typeof said[language] !== 'string' && said.by === undefined)
        problems.fault('text-plural', at, 'one and other need by, the parameter that decides');
    }
  }
};

/** The names of all that a field holds. */
const namesIn = (fields: Fields, spec: Spec): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => [name, ...namesBelow(field, spec)]);

const namesBelow = (field: Field, spec: Spec): readonly string[] => [
  ...namesIn(field.fields ?? {}, spec),
  ...(field.items === undefined ? [] : namesBelow(field.items, spec)),
  ...(field.use === undefined ? [] : namesBelow(spec.types.get(field.use)?.field ?? {}, spec)),
];

/** A fault of a form is told with the label of the field. */
export const parametersLabelled: LintRule = (spec, _tools, problems) => {
  if (spec.labels.size === 0) return;
  const told = new Set<string>();
  for (const { params, where } of spec.tools.filter(({ access }) => access === 'write'))
    for (const [name, field] of Object.entries(params))
      for (const each of [name, ...namesBelow(field, spec)]) {
        if (spec.labels.has(each) || told.has(each)) continue;
        told.add(each);
        problems.fault(
          'label-missing',
          below(where, 'params', name),
          `spec/labels.yaml has no label for ${each}`,
        );
      }
};
