// What a bookkeeper with paper and pencil would have: a bill is owed from its booking on, a payment and a credit note on it
// take from that, in whichever order they come. It knows nothing of the service.

export interface Standing {
  /** What is left of each bill in the books, in cents. */
  readonly open: Readonly<Record<string, number>>;
  /** What is owed in all less what stands on account, by currency. */
  readonly net: Readonly<Record<string, number>>;
}

interface Owed {
  readonly supplier: string;
  readonly currency: string;
  readonly cents: number;
}

export interface Model {
  bill(number: string, owed: Owed): void;
  pays(number: string, line: string, cents: number): void;
  credits(number: string, note: string, owed: Owed): void;
  has(number: string): boolean;
  /** What is left of a bill. */
  open(number: string): number;
  standing(): Standing;
  /** `[supplier and currency, cents]`. */
  suppliers(): ReadonlyMap<string, number>;
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

export const newModel = (): Model => {
  const bills = new Map<string, Owed>();
  const paid = new Map<string, readonly [number: string, cents: number]>();
  const notes = new Map<string, Owed & { readonly number: string }>();
  const open = (number: string): number =>
    (bills.get(number)?.cents ?? 0) -
    sum([...paid.values()].filter(([of]) => of === number).map(([, cents]) => cents)) -
    sum([...notes.values()].filter((note) => note.number === number).map(({ cents }) => cents));
  const suppliers = (): Map<string, number> => {
    const owed = new Map<string, number>();
    const add = ({ supplier, currency }: Owed, cents: number): void => {
      const key = `${supplier} ${currency}`;
      owed.set(key, (owed.get(key) ?? 0) + cents);
    };
    for (const bill of bills.values()) add(bill, bill.cents);
    for (const note of notes.values()) add(note, -note.cents);
    for (const [number, cents] of paid.values()) {
      const bill = bills.get(number);
      if (bill !== undefined) add(bill, -cents);
    }
    return owed;
  };
  return {
    bill: (number, owed) => void bills.set(number, owed),
    pays: (number, line, cents) => void paid.set(line, [number, cents]),
    credits: (number, note, owed) => void notes.set(note, { ...owed, number }),
    has: (number) => bills.has(number),
    open,
    suppliers,
    standing: () => {
      const net = new Map<string, number>();
      for (const [key, cents] of suppliers()) {
        const currency = key.slice(-3);
        net.set(currency, (net.get(currency) ?? 0) + cents);
      }
      const numbers = [...bills.keys()].toSorted((left, right) => (left < right ? -1 : 1));
      return {
        open: Object.fromEntries(numbers.map((number) => [number, open(number)])),
        net: Object.fromEntries(
          [...net].filter(([, cents]) => cents !== 0).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        ),
      };
    },
  };
};
