// The lines that settle documents. Which category a plain payment belongs to follows from what its writer left out and
// from what else is open at the time.
import type { MatchKind } from '../../src/matching/types.ts';
import { folioConcept, plainConcept, referenceOf, templateConcept } from './concepts.ts';
import { bankDay } from './days.ts';
import { conceptsOf, type Doc } from './documents.ts';
import { makeCompany, makePerson } from './names.ts';
import type { Party } from './parties.ts';
import type { Plan, Stage, Written } from './plans.ts';
import type { Random } from './random.ts';
import type { Category } from './types.ts';

type Part = Plan['parts'][number];

export const directionOf = (party: Party): Plan['direction'] =>
  party.role === 'customer' ? 'credit' : 'debit';

export const whole = (doc: Doc): Part => ({ doc, amountMinor: doc.balanceMinor });

/** A transfer from or to the party, told as it usually tells. */
export const fromParty = (
  stage: Stage,
  random: Random,
  party: Party,
  text: { concept: string; label?: Doc['label'] | null; day: number },
): Written => ({
  type: 'transfer',
  name: party.said,
  account: random.chance(0.93) ? random.pick(party.accounts) : null,
  taxId: random.chance(0.85) ? party.taxId : null,
  concept: text.concept,
  reference: referenceOf(random, stage.books, text.label ?? null, text.day),
});

/** Whether a payment names its document. */
const tells = (random: Random, party: Party, boost: number): boolean =>
  random.chance(party.tellsCustomer === 'instead' ? 0.05 : Math.min(0.95, party.folio + boost));

export const push = (stage: Stage, plan: Plan): void => {
  stage.plans.push({ ...plan, day: Math.min(bankDay(plan.day), stage.books.lastDay) });
};

const otherOpen = (stage: Stage, doc: Doc): { same: boolean; elsewhere: boolean } => {
  const twins = twinsOf(stage).get(`${doc.party.role} ${doc.balanceMinor}`) ?? [];
  const rivals = twins.filter((other) => other !== doc && Math.abs(other.dueDay - doc.dueDay) < 75);
  return {
    same: rivals.some((other) => other.party === doc.party),
    elsewhere: rivals.some((other) => other.party !== doc.party && Math.abs(other.dueDay - doc.dueDay) <= 10),
  };
};

const twinTables = new WeakMap<Stage, Map<string, Doc[]>>();

const twinsOf = (stage: Stage): Map<string, Doc[]> => {
  const known = twinTables.get(stage);
  if (known !== undefined) return known;
  const table = new Map<string, Doc[]>();
  for (const doc of stage.books.docs) {
    if (!doc.open) continue;
    const key = `${doc.party.role} ${doc.balanceMinor}`;
    table.set(key, [...(table.get(key) ?? []), doc]);
  }
  twinTables.set(stage, table);
  return table;
};

/** Cash, cheques, and transfers whose payer the bank does not name or nobody knows. */
const unnamed = (stage: Stage, random: Random, doc: Doc, day: number): Written => {
  const mx = stage.books.country === 'MX';
  const concept = plainConcept(
    random,
    stage.books,
    { ...doc, party: { ...doc.party, wordKind: random.pick(['plain', 'nothing']) } },
    day,
  );
  const incoming = mx
    ? ['DEPOSITO EN EFECTIVO', 'DEPOSITO EFECTIVO PRACTIC', 'DEPOSITO CHEQUE', 'DEP CHEQUE OTRO BANCO SBC']
    : ['BAREINZAHLUNG', 'SCHECKEINREICHUNG', 'EINZAHLUNG SB'];
  const outgoing = mx ? ['CHEQUE PAGADO', 'CHEQUE CAMARA', 'RETIRO POR CHEQUE'] : ['SCHECK', 'BARAUSZAHLUNG'];
  if (random.chance(0.45)) {
    const text = `${random.pick(directionOf(doc.party) === 'credit' ? incoming : outgoing)} ${random.digits(random.int(3, 8))}`;
    return { type: 'cash', name: null, account: null, taxId: null, concept: text, reference: null };
  }
  const stranger = random.chance(0.4)
    ? null
    : (random.chance(0.6) ? makePerson : makeCompany)(random, stage.books.country).registered;
  return {
    type: 'transfer',
    name: stranger,
    account: null,
    taxId: null,
    concept,
    reference: referenceOf(random, stage.books, null, day),
  };
};

export const settlePlain = (stage: Stage, random: Random, doc: Doc, day: number): void => {
  const { party } = doc;
  const { habits } = stage.books;
  const rivals = otherOpen(stage, doc);
  const anonymous = random.chance(habits.anonymous);
  const told = !anonymous && tells(random, party, 0);
  const category: Category = anonymous
    ? 'amount_only'
    : told
      ? 'exact_folio'
      : rivals.same
        ? 'same_series'
        : rivals.elsewhere
          ? 'same_amount_other'
          : party.tellsCustomer === 'instead'
            ? 'customer_number'
            : 'exact_name';
  push(stage, {
    category,
    kind: 'exact',
    day,
    amountMinor: doc.balanceMinor,
    direction: directionOf(party),
    parts: [whole(doc)],
    write: () => {
      if (anonymous) return unnamed(stage, random, doc, day);
      const concept = told
        ? folioConcept(random, stage.books, doc, day)
        : plainConcept(random, stage.books, doc, day);
      return fromParty(stage, random, party, { concept, label: told ? doc.label : null, day });
    },
  });
};

export const folioOrName = (
  stage: Stage,
  random: Random,
  doc: Doc,
  day: number,
  boost: number,
): { concept: string; label: Doc['label'] | null } => {
  const told = tells(random, doc.party, boost);
  const concept = told
    ? folioConcept(random, stage.books, doc, day)
    : plainConcept(random, stage.books, doc, day);
  return { concept, label: told ? doc.label : null };
};

/** The amount differs from the balance, or is in another currency; the rest is told as usual. */
export const settleOne = (
  stage: Stage,
  random: Random,
  doc: Doc,
  at: { day: number; amountMinor: number; category: Category; kind: MatchKind; settledMinor?: number },
  boost = 0.1,
): void => {
  push(stage, {
    ...at,
    direction: directionOf(doc.party),
    parts: [{ doc, amountMinor: at.settledMinor ?? at.amountMinor }],
    write: () =>
      fromParty(stage, random, doc.party, { ...folioOrName(stage, random, doc, at.day, boost), day: at.day }),
  });
};

export const FEES = {
  MX: [
    580, 754, 870, 1_160, 1_740, 2_320, 2_900, 4_060, 5_800, 11_600, 20_000, 25_000, 29_000, 34_800, 46_400,
  ],
  DE: [150, 250, 500, 700, 750, 1_000, 1_250, 1_500, 2_000, 2_500, 3_000, 3_500],
} as const;

const partialConcept = (
  stage: Stage,
  random: Random,
  doc: Doc,
  day: number,
  templates: readonly string[],
): string => {
  const told = random.chance(doc.party.folio * 0.8 + 0.1);
  if (!told && random.chance(0.55)) return plainConcept(random, stage.books, doc, day);
  return templateConcept(
    random,
    templates,
    told ? (random.chance(0.5) ? doc.label.printed : doc.label.plain) : null,
  );
};

export const payPart = (stage: Stage, random: Random, doc: Doc, day: number): number => {
  const share = random.pick([0.5, 0.5, 0.3, 0.25, 0.4, 0.6, 0.7, 0.2, random.between(0.15, 0.85)]);
  const exact = doc.balanceMinor * share;
  const step = exact > 500_000 ? 100_000 : exact > 50_000 ? 10_000 : 1_000;
  const amountMinor = random.chance(0.45)
    ? Math.max(step, Math.round(exact / step) * step)
    : Math.round(exact);
  if (amountMinor >= doc.balanceMinor) return 0;
  const { partial } = conceptsOf(stage.books.country);
  push(stage, {
    category: 'partial',
    kind: 'partial',
    day,
    amountMinor,
    direction: directionOf(doc.party),
    parts: [{ doc, amountMinor }],
    write: () =>
      fromParty(stage, random, doc.party, { concept: partialConcept(stage, random, doc, day, partial), day }),
  });
  return amountMinor;
};

export const payRest = (stage: Stage, random: Random, doc: Doc, day: number, paid: number): void => {
  const amountMinor = doc.balanceMinor - paid;
  const { final } = conceptsOf(stage.books.country);
  push(stage, {
    category: 'final_part',
    kind: 'exact',
    day,
    amountMinor,
    direction: directionOf(doc.party),
    parts: [{ doc, amountMinor }],
    write: () =>
      fromParty(stage, random, doc.party, { concept: partialConcept(stage, random, doc, day, final), day }),
  });
};
