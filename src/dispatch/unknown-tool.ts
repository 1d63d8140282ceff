// A tool that the key does not have: the one that was meant, who can give it to the key, or who does such a thing.
import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { SYNONYMS } from '../../generated/vocabulary/synonyms.ts';
import { closest } from '../base/closest.ts';
import { fillTemplate } from '../base/errors.ts';
import { foldWords, isOpposite, wordsOf } from '../base/words.ts';

const FRAMES = SYNONYMS.frames;

type Table = Readonly<Record<string, readonly string[]>>;

/** A word to those of ours that it may stand for. */
const reversed = (table: Table): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const [own, others] of Object.entries(table))
    for (const word of [own, ...others].map((each) => wordsOf(each).join('_')))
      found.set(word, (found.get(word) ?? new Set()).add(wordsOf(own).join('_')));
  return found;
};

const VERBS = reversed(SYNONYMS.verbs);
const NOUNS = reversed(SYNONYMS.nouns);

const ownOf = (word: string, table: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> =>
  new Set([word, ...(table.get(word) ?? [])]);

/** The verb of a tool and its nouns, any of which may be told in other words. */
interface Reading {
  readonly verbs: ReadonlySet<string>;
  readonly nouns: readonly ReadonlySet<string>[];
}

/** `invoice_create` says the verb last. */
const readingsOf = (words: readonly string[]): readonly Reading[] => {
  const rotated = [...words.slice(-1), ...words.slice(0, -1)];
  return [words, rotated].map(([verb = '', ...nouns]) => ({
    verbs: ownOf(verb, VERBS),
    nouns: nouns.map((noun) => ownOf(noun, NOUNS)),
  }));
};

/** What a tool is about stands last in its name: one of a counterparty's aliases is none of counterparties. */
const saysSo = ({ verbs, nouns }: Reading, tool: ToolDescriptor, isWhole: boolean): boolean => {
  const [verb = '', ...own] = wordsOf(tool.name);
  const isSaid = nouns.every((noun) => own.some((each) => noun.has(each)));
  const isAbout = nouns.some((noun) => noun.has(own.at(-1) ?? ''));
  return verbs.has(verb) && isAbout && isSaid && (!isWhole || nouns.length === own.length);
};

const isOfSeveral = (name: string): boolean => /[^su]s(?=$|_|[A-Z])/.test(name);

/** `fetch_invoice` is about one, `fetch_invoices` about several, where there are tools for both. */
const ofSameNumber = (name: string, tools: readonly ToolDescriptor[]): readonly ToolDescriptor[] => {
  const same = tools.filter((tool) => isOfSeveral(tool.name) === isOfSeveral(name));
  return same.length > 0 ? same : tools;
};

/** The tools that a name may mean; never one that does the opposite. */
const meantBy = (name: string, tools: readonly ToolDescriptor[]): readonly ToolDescriptor[] => {
  const words = wordsOf(name);
  const fold = foldWords(words);
  const isSafe = (tool: ToolDescriptor): boolean => !isOpposite(words, wordsOf(tool.name));
  const called = tools.filter(
    (tool) =>
      foldWords(wordsOf(tool.name)) === fold || tool.also.some((also) => foldWords(wordsOf(also)) === fold),
  );
  if (called.length > 0) return called;
  for (const isWhole of [true, false])
    for (const reading of readingsOf(words)) {
      const found = tools.filter((tool) => isSafe(tool) && saysSo(reading, tool, isWhole));
      if (found.length > 0) return ofSameNumber(name, found);
    }
  const near = closest(
    name,
    tools.map((tool) => tool.name),
  );
  return tools.filter((tool) => tool.name === near);
};

const peopleDo = (name: string): string | undefined => {
  const fold = foldWords(wordsOf(name));
  return SYNONYMS.people.find(({ words }) => words.some((word) => foldWords(wordsOf(word)) === fold))?.says;
};

/** What to call instead, for a key that has these tools. */
export const hintForTool = (name: string, has: (tool: ToolDescriptor) => boolean): string => {
  const all = Object.values<ToolDescriptor>(TOOLS);
  const own = all.filter(has);
  const people = peopleDo(name);
  if (people !== undefined) return people;
  const [tool, ...others] = meantBy(name, all);
  if (tool === undefined) return FRAMES.no_tool;
  const listed = [tool, ...others].filter((each) => own.includes(each));
  const [first] = listed;
  if (first !== undefined && listed.length === 1) return fillTemplate(FRAMES.tool, { tool: first.name });
  if (listed.length > 1)
    return fillTemplate(FRAMES.tools, {
      tools: listed
        .slice(0, 4)
        .map((each) => each.name)
        .join(' or '),
    });
  const facts = { tool: tool.name, set: tool.set ?? '' };
  const told = fillTemplate(FRAMES.tool_of_set, facts);
  return tool.name === name ? told : `${fillTemplate(FRAMES.tool, facts)} ${told}`;
};
