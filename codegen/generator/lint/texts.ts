// What must hold of every text: all languages, the same parameters in each, and no name that its readers cannot use.
import type { Text } from '../texts/model.ts';
import { below, didYouMean } from '../problem.ts';
import { placeOf } from '../figures/fill.ts';
import { LANGUAGES, listTexts } from '../texts/read.ts';
import type { LintRule } from './all.ts';

/** `{name}` in a text. */
const PARAMETER = /\{([^{}]*)\}/g;

const parametersOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(PARAMETER)].map(([, name = '']) => name));

/** Reports languages that are missing, and parameters that one language has and another has not. */
const checkText = (text: Text, problems: Parameters<LintRule>[2]): void => {
  for (const language of LANGUAGES) {
    const form = text.forms[language];
    const where = below(text.where, language);
    if (form === undefined) {
      problems.fault('text-language', { ...text.where, part: 'key' }, `the text is missing in ${language}`);
      continue;
    }
    const used = parametersOf(form.other);
    for (const name of new Set([...used, ...parametersOf(form.one ?? '')]))
      if (!text.params.includes(name))
        problems.fault(
          'text-parameter',
          placeOf(where.source, [...where.path], `{${name}}`),
          `{${name}} is no parameter of this text; \`params\` lists ${text.params.join(', ') || 'none'}${didYouMean(name, text.params)}`,
        );
    for (const name of text.params)
      if (!used.has(name))
        problems.fault('text-parameter', where, `{${name}} is a parameter and missing in ${language}`);
    if (form.one !== undefined && text.params.length === 0)
      problems.fault('text-parameter', where, 'a text with `one` needs a first parameter that counts');
  }
  for (const [parameter, inner] of text.without) {
    if (!text.params.includes(parameter))
      problems.fault(
        'text-parameter',
        { ...inner.where, part: 'key' },
        `${parameter} is no parameter of this text`,
      );
    checkText(inner, problems);
  }
};

export const textsFit: LintRule = ({ texts }, _, problems) => {
  for (const { group } of texts) for (const [, text] of listTexts(group)) checkText(text, problems);
};

/** A word that looks like a tool, and everything in backticks. */
const NAMES = /`([^`]+)`|\b[a-z]+(?:_[a-z]+)+\b/g;
const COMMAND = /npm run|(?<!\w)--[a-z]/;

/** Reports tools that do not exist, and tools and commands before readers that have neither. */
export const textsNameFit: LintRule = ({ texts, tools }, _, problems) => {
  const known = new Set(tools.map(({ name }) => name));
  const verbs = new Set([...known].map((name) => name.split('_')[0]));
  /** Others of that form are names of fields. */
  const isLikeTool = (name: string): boolean =>
    /^[a-z]+(?:_[a-z]+)+$/.test(name) && (verbs.has(name.split('_')[0]) || didYouMean(name, known) !== '');
  const checkForm = (text: Text, language: string, said: string): void => {
    const path = [...text.where.path, language];
    const tell = (part: string, message: string): void =>
      problems.fault('text-name', placeOf(text.where.source, path, part), message);
    const command = COMMAND.exec(said)?.[0];
    if (command !== undefined && text.reader !== 'commands')
      tell(command, 'this text names a command, which its readers cannot give');
    for (const [whole, ticked] of said.replaceAll(PARAMETER, '').matchAll(NAMES)) {
      const name = ticked ?? whole;
      if (text.reader === 'persons' && (ticked !== undefined || known.has(name)))
        tell(whole, `this text names ${name}, which persons cannot call`);
      else if (text.reader === 'tools' && isLikeTool(name) && !known.has(name))
        tell(whole, `no tool is called ${name}${didYouMean(name, known)}`);
    }
  };
  for (const { group } of texts)
    for (const [, text] of listTexts(group))
      for (const each of [text, ...text.without.values()])
        for (const [language, { one, other }] of Object.entries(each.forms))
          for (const said of one === undefined ? [other] : [one, other]) checkForm(each, language, said);
};
