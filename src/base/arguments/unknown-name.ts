// A parameter that the tool does not know: the one that was meant, where it belongs, what the service does instead, or
// those that there are. Never that it may be left out: what came may be money, a day, a tax or a party.
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { SYNONYMS } from '../../../generated/vocabulary/synonyms.ts';
import { fillTemplate, ToolError } from '../errors.ts';
import { wordsOf } from '../words.ts';
import { exampleOf } from './allowed.ts';
import {
  type About,
  type Correction,
  eachItem,
  movedValue,
  nameForId,
  placed,
  soughtId,
  unwrapped,
} from './corrections.ts';
import { type Holder, holdersOf, type Meant, meaningsOf, wordsOfNothing } from './names.ts';
import { join, leafOf, shorten, show, valueAtPath } from './places.ts';

/** A fault that can be put right. */
export class CorrectableFault extends ToolError {
  readonly corrections: readonly Correction[];

  constructor(
    code: 'unknown_parameter' | 'invalid_parameter',
    details: object,
    corrections: readonly Correction[],
  ) {
    super(code, details);
    this.corrections = corrections;
  }
}

const FRAMES = SYNONYMS.frames;

const kept = new WeakMap<PublishedSchema, readonly Holder[]>();

/** The objects of a tool's arguments, which are looked at only when a call fails. */
const objectsOf = (tool: string, root: PublishedSchema): readonly Holder[] => {
  const known = kept.get(root);
  if (known !== undefined) return known;
  const found = holdersOf(tool, root);
  kept.set(root, found);
  return found;
};

interface Sent {
  /** As it came, or the one inside an object that stands for an id. */
  readonly name: string;
  /** Of the object in which it came. */
  readonly at: string;
  readonly path: string;
  readonly value: unknown;
  readonly came: unknown;
  readonly args: unknown;
  readonly about: About;
}

/** What a value becomes in the place that is meant; several where each item of a list gets it. */
const correctionsOf = (meant: Meant, { name, at, path, value, args, about }: Sent): readonly Correction[] => {
  const moved = movedValue(meant, name, value, args, about) ?? soughtId(meant, value);
  if (moved === undefined) return [];
  const places = eachItem(placed(meant.path, at), args);
  // An amount that came once is of one line, or of none.
  const isShared = places.length > 1 && meant.schema.type === 'number' && !/rate|percent/.test(meant.name);
  const isTaken = places.some((place) => {
    const there = valueAtPath(args, place);
    return there !== undefined && JSON.stringify(there) !== JSON.stringify(moved);
  });
  if (isShared || isTaken) return [];
  return places.map((to) => ({ from: path, to, value: moved, isKnown: !meant.isLike }));
};

const hintOf = (meant: Meant, sent: Sent, corrections: readonly Correction[]): string => {
  const { at, came: value, args } = sent;
  const to = placed(meant.path, at);
  const hint = meant.isHere ? `Did you mean ${to}?` : `Give it as ${to} instead.`;
  if (meant.row?.ask !== undefined) return `${hint} ${meant.row.ask}`;
  const [first] = corrections;
  const there = to.includes('[]') ? undefined : valueAtPath(args, to);
  const facts = {
    to,
    sent: show(value),
    there: show(there),
    example: JSON.stringify(exampleOf(meant.schema)),
  };
  if (first === undefined)
    return `${hint} ${fillTemplate(there === undefined ? FRAMES.unfit : FRAMES.given, facts)}`;
  if (JSON.stringify(first.value) === JSON.stringify(value)) return hint;
  return `${hint} ${fillTemplate(FRAMES.becomes, { ...facts, value: show(JSON.stringify(first.value)) })}`;
};

/** Where several are meant, those that take the value; a name may stand for an id. */
const choose = (all: readonly Meant[], here: Holder, sent: Sent): readonly Meant[] => {
  const named = all.map((each) => (each.isHere ? nameForId(each, sent.name, sent.value, here) : each));
  const { name, value, args, about } = sent;
  const fitting = named.filter((each) => movedValue(each, name, value, args, about) !== undefined);
  return fitting.length === 1 ? fitting : named;
};

/** Nearest first, so that the list is of use from its beginning. */
const nearestFirst = (name: string, known: readonly string[]): readonly string[] => {
  const words = wordsOf(name);
  const shares = (other: string): number => wordsOf(other).filter((word) => words.includes(word)).length;
  return known.toSorted((a, b) => shares(b) - shares(a));
};

export const unknownParameter = (
  name: string,
  at: string,
  schema: PublishedSchema,
  root: PublishedSchema,
  args: unknown,
  about: About,
): ToolError => {
  const path = join(at, String(shorten(name)));
  const pattern = at.replaceAll(/\[\d+\]/g, '[]');
  const known = Object.keys(schema.properties ?? {});
  const holders = objectsOf(about.tool, root);
  const here = holders.find((each) => each.path === pattern);
  const meanings = here === undefined ? [] : meaningsOf(name, here, holders, about.takes);
  const came = valueAtPath(args, join(at, name));
  const inner = meanings.some(({ schema: { ids } }) => ids !== undefined) ? unwrapped(came) : undefined;
  const sent: Sent = { name: inner?.key ?? name, at, path, value: inner?.value ?? came, came, args, about };
  const [meant, ...others] = here === undefined ? [] : choose(meanings, here, sent);
  if (here === undefined || meant === undefined) {
    const says = here === undefined ? undefined : wordsOfNothing(wordsOf(name), here);
    return new ToolError('unknown_parameter', {
      path,
      suggestion: FRAMES.nothing,
      allowed: nearestFirst(name, known),
      hint: says ?? fillTemplate(FRAMES.choose, { leaf: leafOf(path) }),
    });
  }
  const allowed = meant.isHere ? [meant.name, ...known.filter((each) => each !== meant.name)] : known;
  if (others.length > 0) {
    const choices = [meant, ...others].map((each) => placed(each.path, at)).slice(0, 4);
    const hint = fillTemplate(FRAMES.several, { leaf: leafOf(path), choices: choices.join(' or ') });
    return new ToolError('unknown_parameter', { path, suggestion: FRAMES.open, allowed, hint });
  }
  const corrections = correctionsOf(meant, sent);
  const suggestion = meant.isHere ? `did you mean ${meant.name}` : `it belongs in ${meant.path}`;
  const hint = hintOf(meant, sent, corrections);
  return new CorrectableFault('unknown_parameter', { path, suggestion, allowed, hint }, corrections);
};
