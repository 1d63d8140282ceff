// guides.ts: the guides that agents read as resources. A link to another of them leads there; any other is its words alone.
import type { Spec } from '../model.ts';
import { header } from '../emit/emit.ts';
import { literal } from '../emit/literal.ts';
import { guideUri } from '../resources.ts';

const PICTURE = /!\[[^\]]*\]\([^)]*\)\n?/g;
const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g;
/** The mark of what is generated. */
const MARK = /^<!--[^>]*-->\n+/;

const linked = (text: string, offered: ReadonlySet<string>): string =>
  text.replaceAll(LINK, (whole, words: string, to: string) => {
    if (/^https?:/.test(to)) return whole;
    const name = /^([a-z-]+)\.md(?:#.*)?$/.exec(to)?.[1] ?? '';
    if (name === 'errors') return `${words} (folio://errors/CODE)`;
    return offered.has(name) ? `[${words}](${guideUri(name)})` : words;
  });

/** `made`: the guides as people read them, by their path below generated/. */
export const emitGuides = (
  { resources: { guides } }: Spec,
  made: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] => {
  const offered = new Set(Object.keys(guides));
  const rows = Object.entries(guides).map(([name, groups]) => {
    const text = linked(
      (made.get(`docs/${name}.md`) ?? '').replace(MARK, '').replaceAll(PICTURE, ''),
      offered,
    );
    return [name, { title: /^# (.*)$/m.exec(text)?.[1] ?? name, groups, text }] as const;
  });
  const table = literal(Object.fromEntries(rows));
  return offered.size === 0
    ? []
    : [
        [
          'guides.ts',
          `${header('spec/resources.yaml and spec/guides')}
export interface Guide {
  readonly title: string;
  /** The groups of tools that it is about. */
  readonly groups: readonly string[];
  readonly text: string;
}

/** What agents read beside the tools, by name. */
export const GUIDES: Readonly<Record<string, Guide>> = ${table};
`,
        ],
      ];
};

/** Guides that are not there. */
export const missingGuides = (
  { resources: { guides } }: Spec,
  made: ReadonlyMap<string, string>,
): readonly string[] =>
  Object.keys(guides)
    .filter((name) => !made.has(`docs/${name}.md`))
    .map((name) => `spec/resources.yaml:1 there is no spec/guides/${name}.md`);
