// Rules on refusals: every text has the same details, and nobody is told of another's way in.
import { allFields } from '../load/fields.ts';
import type { ErrorSpec, Spec } from '../model.ts';
import { atKey, below, didYouMean } from '../problem.ts';
import type { Where } from '../problem.ts';
import type { LintRule } from './all.ts';
import { isSentence } from './fields.ts';

interface Said {
  readonly text: string;
  readonly where: Where;
  readonly audience: 'everybody' | 'agent' | 'person' | 'shell';
}

const listTexts = ({ message, hint, refusal, where }: ErrorSpec): readonly Said[] => {
  const { es, de, person, shell } = refusal ?? {};
  const said = (audience: Said['audience'], text: string | undefined, ...path: readonly string[]): Said[] =>
    text === undefined || text === '' ? [] : [{ text, audience, where: below(where, ...path) }];
  return [
    ...said('everybody', message, 'en'),
    ...said('everybody', es, 'es'),
    ...said('everybody', de, 'de'),
    ...said('agent', hint, 'agent'),
    ...(['en', 'es', 'de'] as const).flatMap((language) =>
      said('person', person?.[language], 'person', language),
    ),
    ...said('shell', shell, 'shell'),
  ];
};

const listRefusals = (spec: Spec): readonly ErrorSpec[] =>
  [...spec.errors.values()].filter(({ refusal }) => refusal !== undefined);

const namesIn = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{([a-z_]*)\}/g)].map(([, name = '']) => name))].sort();

/** Every text ends, names only details, and says the same as the English beside it. */
export const refusalsAgree: LintRule = (spec, _tools, problems) => {
  for (const refusal of listRefusals(spec)) {
    const known = [...Object.keys(refusal.details), 'path'];
    for (const { text, where } of listTexts(refusal)) {
      if (!isSentence(text)) problems.flaw('full-stop', where, 'the text does not end with a full stop');
      for (const name of namesIn(text).filter((each) => !known.includes(each)))
        problems.fault('unknown-placeholder', where, `no detail is called ${name}${didYouMean(name, known)}`);
    }
    const { code, message, where } = refusal;
    const { es, de, person } = refusal.refusal ?? {};
    const same = (english: string, other: string | undefined, ...path: readonly string[]): void => {
      if (other !== undefined && namesIn(other).join() !== namesIn(english).join())
        problems.fault(
          'texts-differ',
          below(where, ...path),
          `the English text of ${code} names ${namesIn(english).join(', ') || 'no detail'}`,
        );
    };
    same(message, es, 'es');
    same(message, de, 'de');
    if (person !== undefined)
      for (const key of ['es', 'de'] as const) same(person.en, person[key], 'person', key);
  }
};

/** A refusal that pages or tools can meet is told in all languages; a tool also says what to do next. */
export const refusalsTranslated: LintRule = (spec, _tools, problems) => {
  const declared = new Set(spec.tools.flatMap(({ errors }) => errors));
  for (const { code, hint, refusal: { es, de, person } = {}, where } of listRefusals(spec)) {
    const asked =
      es !== undefined || de !== undefined || hint !== '' || person !== undefined || declared.has(code);
    for (const [key, text] of Object.entries({ es, de }))
      if (asked && text === undefined)
        problems.fault('untranslated', atKey(where), `${code} has no text in ${key}`);
    if (declared.has(code) && hint === '')
      problems.fault('untranslated', atKey(where), `a tool declares ${code}; agent says what it does next`);
  }
};

/** As in "bill reverse" or --postal-code. */
const COMMAND = /(?:^|\s)--[a-z]|"[a-z]+(?:-[a-z]+)*(?: [a-z-]+)+/;

/** Tools are named to agents, commands in a shell, neither to persons. */
export const refusalsAddressed: LintRule = (spec, _tools, problems) => {
  const tools = new Set(spec.tools.map(({ name }) => name));
  const fields = new Set([
    ...allFields(spec).map(({ name }) => name),
    ...[...spec.types.values()].flatMap(({ field }) => (field.enum ?? []).map(String)),
  ]);
  for (const refusal of listRefusals(spec)) {
    for (const { text, where, audience } of listTexts(refusal)) {
      if (audience !== 'shell' && COMMAND.test(text))
        problems.fault('wrong-audience', where, 'only the text for a shell names commands and options');
      for (const [name] of text.replaceAll(/\{[a-z_]*\}/g, '').matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)) {
        if (audience === 'agent') {
          if (!tools.has(name) && !fields.has(name))
            problems.fault(
              'unknown-name',
              where,
              `there is no tool or field ${name}${didYouMean(name, tools)}`,
            );
        } else if (tools.has(name) || (audience !== 'shell' && refusal.refusal?.es !== undefined))
          problems.fault('wrong-audience', where, `only the text for agents names ${name}`);
      }
    }
  }
};
