// What lines that settle no document have in common.
import type { Doc } from './documents.ts';
import { makeAccount, type Party } from './parties.ts';
import { homeCurrency, saidBy, type Scene } from './scene.ts';

export type Idle = (scene: Scene) => void;

const someDay = ({ dice, first, last }: Scene): number => dice.whole(first, last);
export const someAmount = ({ dice, country }: Scene): number =>
  Math.round(Math.exp(6.3 + 1.3 * dice.bell()) * (country === 'MX' ? 300 : 60));

interface Other {
  readonly category: string;
  readonly credit: boolean;
  readonly text: string;
  readonly name?: string | null;
  readonly party?: Party;
  readonly minor?: number;
  readonly day?: number;
  readonly raw?: string;
}

export const add = (scene: Scene, { category, credit, text, name, party, minor, day, raw }: Other): void => {
  const stranger = {
    name: name ?? null,
    account: name === undefined ? null : makeAccount(scene.dice, scene.country),
    taxId: null,
    text,
    reference: null,
  };
  scene.drafts.push({
    category,
    kind: 'none',
    day: day ?? someDay(scene),
    minor: minor ?? someAmount(scene),
    credit,
    parts: [],
    said: party === undefined ? stranger : saidBy(scene, party, text),
    ...(raw === undefined ? {} : { raw }),
  });
};

const settled = new WeakMap<Scene, ReadonlySet<Doc>>();
/** What the statement settles is known before the first idle line. */
const settledIn = (scene: Scene): ReadonlySet<Doc> => {
  const known = settled.get(scene) ?? new Set(scene.drafts.flatMap(({ parts }) => parts.map(([doc]) => doc)));
  settled.set(scene, known);
  return known;
};

/** A document that stays open, which a line without one may be taken for. */
export const bystander = (scene: Scene, test: (doc: Doc) => boolean = () => true): Doc | undefined => {
  const { dice, docs } = scene;
  for (let tries = 0; tries < 60; tries += 1) {
    const doc = dice.pick(docs);
    const fits = doc.open && doc.currency === homeCurrency(scene) && doc.issue <= scene.last - 5 && test(doc);
    if (fits && !settledIn(scene).has(doc)) return doc;
  }
  return undefined;
};
