// prompts.ts: what clients offer to a person, in each language, with the steps as alternatives by what the key can do; and
// docs/prompts.md, which shows them.
import { plain } from '../texts/fit.ts';
import { headerText, header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { literal, union } from './literal.ts';
import { render } from './render.ts';
import type { Spec } from '../model.ts';
import { ARGUMENT_KINDS } from '../prompts.ts';
import { guideUri } from '../resources.ts';

const table = <T>(rows: ReadonlyMap<string, T>): object => Object.fromEntries(rows);

const emitTable = ({ prompts, promptCommon }: Spec): string => {
  const rows = Object.fromEntries(
    prompts.map(({ name, title, description, needs, arguments: taken, required, steps }) => [
      name,
      { title, description, needs, arguments: taken, required, steps: [...steps.values()] },
    ]),
  );
  return `${header('spec/prompts')}import type { Language } from './languages.ts';

type InLanguages = Readonly<Record<Language, string>>;

export interface PromptArgument extends InLanguages {
  readonly kind: ${union(ARGUMENT_KINDS)};
  /** Characters, of a text. */
  readonly max_length?: number;
}

export interface PromptRow {
  readonly title: InLanguages;
  readonly description: InLanguages;
  /** Tools that a key must be able to call. */
  readonly needs: readonly string[];
  readonly arguments: readonly string[];
  readonly required: readonly string[];
  /** Texts that fit their reader; one that is empty for a reader is left out. */
  readonly steps: readonly InLanguages[];
}

export const PROMPTS: Readonly<Record<string, PromptRow>> = ${literal(rows)};

export const PROMPT_ARGUMENTS: Readonly<Record<string, PromptArgument>> = ${literal(table(promptCommon.arguments))};

/** What holds in every prompt. */
export const PROMPT_RULES: readonly InLanguages[] = ${literal([...promptCommon.rules.values()])};

export const PROMPT_WORDS = ${literal(promptCommon.words)} as const;
`;
};

const emitReference = ({ prompts, promptCommon, tools }: Spec): string => {
  const all = new Set(tools.map(({ name }) => name));
  const shown = prompts.map(({ name, title, description, needs, arguments: taken, required, steps }) => ({
    name,
    titles: [title.en, title.es, title.de].join(' · '),
    description: description.en,
    needs: needs.map((each) => `\`${each}\``).join(', '),
    arguments: taken.map((each) => ({
      name: each,
      required: required.includes(each) ? 'yes' : '',
      description: promptCommon.arguments.get(each)?.en ?? '',
    })),
    steps: [...steps.values()].map(({ en }) => plain(en, all)).filter((text) => text !== ''),
  }));
  const rules = [...promptCommon.rules.values()].map(({ en }) => plain(en, all));
  return render('docs-prompts', { header: headerText('spec/prompts'), prompts: shown, rules });
};

const emitResources = ({
  resources: { resources },
}: Spec): string => `${header('spec/resources.yaml')}import type { Language } from './languages.ts';

export interface ResourceRow {
  /** With one parameter in braces, or without. */
  readonly uri: string;
  readonly mime_type: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
}

/** What clients read beside the tools. */
export const RESOURCES = ${literal(resources)} as const satisfies Readonly<Record<string, ResourceRow>>;
`;

const emitResourceReference = ({ resources: { resources, guides } }: Spec): string =>
  render('docs-resources', {
    header: headerText('spec/resources.yaml'),
    resources: Object.values(resources).map(({ uri, mime_type, description }) => ({
      uri,
      mime_type,
      description: description.en,
    })),
    guides: Object.keys(guides).map((name) => ({ name, uri: guideUri(name) })),
  });

/** Nothing for a service without prompts. */
export const emitPrompts: Emitter = ({ spec }) =>
  spec.prompts.length === 0
    ? new Map()
    : new Map([
        ['prompts.ts', emitTable(spec)],
        ['docs/prompts.md', emitReference(spec)],
        ...(Object.keys(spec.resources.resources).length === 0
          ? []
          : ([
              ['resources.ts', emitResources(spec)],
              ['docs/resources.md', emitResourceReference(spec)],
            ] as const)),
      ]);
