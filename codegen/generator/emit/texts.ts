// texts/: the texts of each file of spec/texts, in every language, as strings and functions of their parameters.
import type { Spec } from '../model.ts';
import type { Text, TextFile, TextForm, TextNode } from '../texts/model.ts';
import { LANGUAGES } from '../texts/read.ts';
import { header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { bare, literal } from './literal.ts';
import { render } from './render.ts';

/** `bank-review` is `bankReviewWords` in code. */
const accessorOf = (name: string): string =>
  `${name.replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase())}Words`;

const counts = (text: Text): boolean =>
  [text, ...text.without.values()].some(({ forms }) =>
    Object.values(forms).some(({ one }) => one !== undefined),
  );

/** The first parameter of a text that counts is a number and written as the language writes it. */
const template = (text: Text, language: string, said: string): string => {
  const first = counts(text) ? text.params[0] : undefined;
  const inner = said
    .replaceAll('\\', '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${')
    .replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
      name === first ? `\${count('${language}', ${name})}` : `\${${name}}`,
    );
  return `\`${inner}\``;
};

const chooseForm = (text: Text, language: string, { one, other }: TextForm): string =>
  one === undefined
    ? template(text, language, other)
    : `isOne('${language}', ${text.params[0] ?? ''}) ? ${template(text, language, one)} : ${template(text, language, other)}`;

const formOf = (text: Text, language: string): TextForm =>
  text.forms[language] ?? { one: undefined, other: '' };

const write = (text: Text, language: string): unknown => {
  const form = formOf(text, language);
  if (text.params.length === 0) return form.other;
  const params = text.params.map((name, index) => {
    if (language !== LANGUAGES[0]) return name;
    const type = index === 0 && counts(text) ? 'number' : 'Text';
    return `${name}: ${type}${text.without.has(name) ? ' | null' : ''}`;
  });
  const choices = [...text.without].map(
    ([name, inner]) =>
      `isAbsent(${name}) ? ${chooseForm({ ...inner, params: text.params }, language, formOf(inner, language))} : `,
  );
  return bare(`(${params.join(', ')}) => ${choices.join('')}${chooseForm(text, language, form)}`);
};

const writeGroup = (group: ReadonlyMap<string, TextNode>, language: string): object =>
  Object.fromEntries(
    [...group].map(([key, node]) => [
      key,
      'text' in node ? write(node.text, language) : writeGroup(node.group, language),
    ]),
  );

const HELPERS = ['count', 'inLanguages', 'isAbsent', 'isOne'] as const;

const emitFile = ({ name, group, where }: TextFile): string => {
  const all = literal(
    Object.fromEntries(LANGUAGES.map((language) => [language, writeGroup(group, language)])),
  );
  const body = `export const ${accessorOf(name)} = inLanguages(${all});\n`;
  const helpers: string[] = HELPERS.filter((helper) => body.includes(`${helper}(`));
  if (/: Text\b/u.test(body)) helpers.push('type Text');
  return `${header(where.source.file)}import { ${helpers.join(', ')} } from '../languages.ts';\n\n${body}`;
};

/** What the pages say, all of it in one language. */
const emitWords = (files: readonly TextFile[]): string => {
  const imports = files.map(({ name }) => `import { ${accessorOf(name)} } from './texts/${name}.ts';`);
  const nouns = files.map(({ name }) => {
    const accessor = accessorOf(name);
    return `  ${accessor.slice(0, -'Words'.length)}: ${accessor}(language),`;
  });
  const each = LANGUAGES.map((language) => `${language}: wordsOf('${language}')`);
  return `${header('spec/texts/pages')}import type { Language } from './languages.ts';
${imports.join('\n')}

const wordsOf = (language: Language) => ({
${nouns.join('\n')}
});

const WORDS = { ${each.join(', ')} } as const;

/** What the pages say in one language, by subject. */
export type Words = ReturnType<typeof wordsOf>;

export const wordsIn = (language: Language): Words => WORDS[language];
`;
};

const isOfPages = ({ where }: TextFile): boolean => where.source.file.includes('/pages/');

/** What stands beside each name of a table, such as what an event says. */
const emitTable = (accessor: string, from: string, table: Spec['events']): string => {
  const all = LANGUAGES.map((language) => [
    language,
    Object.fromEntries([...table].map(([name, { said }]) => [name, said[language] ?? ''])),
  ]);
  const head = `${header(from)}import { inLanguages } from '../languages.ts';\n\n`;
  return `${head}export const ${accessor} = inLanguages(${literal(Object.fromEntries(all))});\n`;
};

/** All of them by file, for who goes through every text. */
const emitIndex = (names: readonly string[]): string => {
  const imports = names.map((name) => `import { ${accessorOf(name)} } from './${name}.ts';\n`).join('');
  const list = names.map((name) => `  ${accessorOf(name)},\n`).join('');
  return `${header('spec/texts')}${imports}\nexport const TEXTS = {\n${list}} as const;\n`;
};

export const emitTexts: Emitter = ({ spec }) =>
  new Map([
    ['texts/index.ts', emitIndex(['event', 'scope', ...spec.texts.map(({ name }) => name)].sort())],
    ['languages.ts', `${header('codegen/generator/templates/languages.hbs')}${render('languages', {})}`],
    ['words.ts', emitWords(spec.texts.filter(isOfPages))],
    ['texts/event.ts', emitTable('eventWords', 'spec/events.yaml', spec.events)],
    ['texts/scope.ts', emitTable('scopeWords', 'spec/scopes.yaml', spec.scopes)],
    ...spec.texts.map((file) => [`texts/${file.name}.ts`, emitFile(file)] as const),
  ]);
