// Reads spec/texts into groups and texts. A node with a language is a text; every other is a group.
import type { Source } from '../load/load.ts';
import type { Text, TextFile, TextForm, TextNode, TextReader } from './model.ts';
import { atKey, below } from '../problem.ts';
import type { Problems, Where } from '../problem.ts';

export const LANGUAGES = ['en', 'es', 'de'] as const;

type RawForm = string | { readonly one?: string; readonly other: string };

interface RawText {
  readonly params?: readonly string[];
  readonly may_name?: 'tools' | 'commands';
  readonly without?: { readonly [parameter: string]: RawText };
  readonly en?: RawForm;
  readonly es?: RawForm;
  readonly de?: RawForm;
}

type RawNode = RawText & { readonly [key: string]: RawNode };

/** A word of code, a code of an authority, or the name of an event. */
const KEY = /^(?:[A-Za-z][A-Za-z0-9_]*(?:\.[a-z][a-z_]*)?|\d{1,3})$/;

const isText = (node: RawNode): boolean => LANGUAGES.some((language) => Object.hasOwn(node, language));

const readForm = (raw: RawForm): TextForm =>
  typeof raw === 'string' ? { one: undefined, other: raw } : { one: raw.one, other: raw.other };

const readText = (raw: RawText, reader: TextReader, where: Where): Text => ({
  params: raw.params ?? [],
  forms: Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const form = raw[language];
      return form === undefined ? [] : [[language, readForm(form)]];
    }),
  ),
  without: new Map(
    Object.entries(raw.without ?? {}).map(([parameter, inner]) => [
      parameter,
      readText(
        { ...inner, params: (raw.params ?? []).filter((name) => name !== parameter) },
        reader,
        below(where, 'without', parameter),
      ),
    ]),
  ),
  reader: raw.may_name ?? reader,
  where,
});

const READERS: { readonly [folder: string]: TextReader } = { agents: 'tools', commands: 'commands' };

const readGroup = (
  raw: RawNode,
  reader: TextReader,
  where: Where,
  problems: Problems,
): ReadonlyMap<string, TextNode> =>
  new Map(
    Object.entries(raw).map(([key, node]): [string, TextNode] => {
      const place = below(where, key);
      if (!KEY.test(key))
        problems.fault('text-key', atKey(place), `${key} is no key of a text, such as savedAt or not_found`);
      return isText(node)
        ? [key, { text: readText(node, reader, place) }]
        : [key, { group: readGroup(node, reader, place, problems) }];
    }),
  );

/** Reports names that two folders use, since both would be the same word in code. */
export const readTexts = (sources: readonly Source[], problems: Problems): readonly TextFile[] => {
  const seen = new Map<string, string>();
  return sources.map((source) => {
    const [, , folder = '', base = ''] = source.file.split('/');
    const name = base.replace(/\.yaml$/u, '');
    const where: Where = { source, path: [] };
    const other = seen.get(name);
    if (other !== undefined)
      problems.fault(
        'name-twice',
        atKey(where),
        `${name} stands in ${other} already; name one of them otherwise`,
      );
    seen.set(name, source.file);
    const group = readGroup(source.value as RawNode, READERS[folder] ?? 'persons', where, problems);
    return { name, group, where };
  });
};

/** Every text of a file with the keys that lead to it. */
export const listTexts = (
  group: ReadonlyMap<string, TextNode>,
  path: readonly string[] = [],
): readonly (readonly [path: readonly string[], text: Text])[] =>
  [...group].flatMap(([key, node]) =>
    'text' in node ? [[[...path, key], node.text] as const] : listTexts(node.group, [...path, key]),
  );
