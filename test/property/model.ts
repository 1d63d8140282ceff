// What the books should say, kept in plain memory and computed from the definitions alone: one row a document and a
// payment, whole minor units. It knows nothing of tables, so it can be wrong only where the definitions are.
export type Kind = 'invoice' | 'bill';

export interface Doc {
  readonly kind: Kind;
  readonly id: string;
  readonly counterparty_id: string;
  readonly currency: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly created_at: number;
  readonly total: number;
  status: string;
  paid: number;
  credited: number;
  /** The part of `paid` that an earlier system settled. */
  presettled: number;
  deductibility: string | null;
}

export interface Part {
  readonly doc: Doc;
  /** In the document's currency. */
  amount: number;
  /** In the payment's. */
  payment: number;
}

export interface Payment {
  readonly id: string;
  readonly kind: Kind;
  readonly counterparty_id: string;
  readonly currency: string;
  readonly amount: number;
  readonly paid_on: string;
  unallocated: number;
  /** What of a bank line no document took at first. */
  readonly surplus: number;
  /** Differences that were booked apart and went with a part that came free. */
  readonly takenBack: number[];
  parts: Part[];
}

/** A credit note that no document takes. */
export interface OnAccount {
  readonly kind: Kind;
  readonly currency: string;
  readonly counterparty_id: string;
  readonly amount: number;
}

const OWED: Readonly<Record<Kind, readonly string[]>> = {
  invoice: ['filed'],
  bill: ['received', 'validated'],
};
const CLOSED = ['void', 'reversed', 'rejected'];

export const isOwed = (doc: Doc): boolean => OWED[doc.kind].includes(doc.status);
export const balanceOf = (doc: Doc): number =>
  CLOSED.includes(doc.status) ? 0 : doc.total - doc.paid - doc.credited;
export const isOpen = (doc: Doc): boolean => isOwed(doc) && balanceOf(doc) > 0;
export const isOverpaid = (doc: Doc): boolean => isOwed(doc) && balanceOf(doc) < 0;

/** How far it is paid, in the words of exports; null where the definitions say nothing of it. */
export const payStatusOf = (doc: Doc): 'unpaid' | 'partial' | 'paid' | 'overpaid' | null => {
  if (!isOwed(doc)) return null;
  const balance = balanceOf(doc);
  if (balance < 0) return 'overpaid';
  if (balance === 0) return 'paid';
  return doc.paid === 0 ? 'unpaid' : 'partial';
};

const DAY = 86_400_000;
const STALE = 3 * DAY;
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

export interface At {
  readonly today: string;
  readonly now: number;
}

/** Every word that a list of invoices may ask for. */
export const invoiceIs = (doc: Doc, word: string, { today, now }: At): boolean => {
  switch (word) {
    case 'stale_draft':
      return doc.status === 'draft' && now - doc.created_at > STALE;
    case 'overdue':
      return isOpen(doc) && doc.due_date < today;
    case 'pending':
      return isOpen(doc) && doc.due_date >= today;
    case 'partially_paid':
      return payStatusOf(doc) === 'partial';
    case 'paid':
    case 'unpaid':
      return payStatusOf(doc) === word;
    default:
      return doc.status === word;
  }
};

type NewPayment = Omit<
  Payment,
  'parts' | 'unallocated' | 'surplus' | 'takenBack' | 'kind' | 'counterparty_id'
>;

export interface Model {
  readonly docs: Map<string, Doc>;
  /** Those that count. */
  readonly payments: Map<string, Payment>;
  readonly reversed: Map<string, Payment>;
  readonly onAccount: OnAccount[];
  documents(kind: Kind): Doc[];
  pay(doc: Doc, payment: NewPayment, allocated: number): void;
  /** A payment for what was settled already: the balance stays. */
  explain(doc: Doc, payment: NewPayment, allocated: number): void;
  /** Newest payments first come free; what is then left was settled before, and is left to be paid back. */
  credit(doc: Doc, amount: number): { readonly leftOver: number };
  /** A closed bill frees all its payments. */
  close(doc: Doc, status: string): void;
  /** A payment that was taken back counts no more. */
  reverse(id: string): void;
  /** Receivables, or payables with their sign turned: what the ledger of this kind should come to. */
  ledgerBalance(kind: Kind, currency: string, counterparty_id: string | null): number;
  currencies(): string[];
}

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const newModel = (): Model => {
  const docs = new Map<string, Doc>();
  const payments = new Map<string, Payment>();
  const reversed = new Map<string, Payment>();
  const onAccount: OnAccount[] = [];

  const explain: Model['explain'] = (doc, payment, allocated) => {
    const { kind, counterparty_id } = doc;
    const parts = [{ doc, amount: allocated, payment: payment.amount }];
    const nothing = { unallocated: 0, surplus: 0, takenBack: [] };
    payments.set(payment.id, { ...payment, ...nothing, kind, counterparty_id, parts });
  };

  const credit: Model['credit'] = (doc, amount) => {
    let free = Math.max(0, amount - balanceOf(doc));
    doc.credited += amount;
    doc.paid -= free;
    const touching = [...payments.values()]
      .filter(({ parts }) => parts.some((part) => part.doc === doc))
      .toSorted((a, b) => (`${a.paid_on}${a.id}` < `${b.paid_on}${b.id}` ? 1 : -1));
    for (const payment of touching) {
      for (const part of payment.parts.filter((one) => one.doc === doc))
        free -= releasePart(payment, part, free);
    }
    doc.presettled -= free;
    if (doc.kind === 'invoice' && doc.credited === doc.total) doc.status = 'reversed';
    return { leftOver: free };
  };

  const close: Model['close'] = (doc, status) => {
    doc.status = status;
    doc.paid = doc.presettled;
    for (const payment of payments.values()) {
      for (const part of payment.parts.filter((one) => one.doc === doc))
        releasePart(payment, part, part.amount);
    }
  };

  const reverse: Model['reverse'] = (id) => {
    const payment = payments.get(id);
    if (payment === undefined) throw new Error(`there is no payment ${id}`);
    for (const { doc, amount } of payment.parts) doc.paid -= amount;
    payments.delete(id);
    reversed.set(id, payment);
  };

  const ledgerBalance: Model['ledgerBalance'] = (kind, currency, counterparty_id) => {
    const mine = (row: OnAccount | Doc | Payment): boolean =>
      row.kind === kind &&
      row.currency === currency &&
      (counterparty_id === null || row.counterparty_id === counterparty_id);
    const booked = (doc: Doc): boolean => !['draft', 'inbox'].includes(doc.status);
    return (
      sumOf([...docs.values()].filter((doc) => mine(doc) && booked(doc)).map(balanceOf)) -
      sumOf([...payments.values()].filter(mine).map(({ unallocated }) => unallocated)) -
      sumOf(onAccount.filter(mine).map(({ amount }) => amount))
    );
  };

  return {
    docs,
    payments,
    reversed,
    onAccount,
    documents: (kind) => [...docs.values()].filter((doc) => doc.kind === kind),
    pay: (doc, payment, allocated) => {
      doc.paid += allocated;
      explain(doc, payment, allocated);
    },
    explain,
    credit,
    close,
    reverse,
    ledgerBalance,
    currencies: () => {
      const rows = [...docs.values(), ...payments.values(), ...reversed.values(), ...onAccount];
      return [...new Set(rows.map(({ currency }) => currency))].toSorted();
    },
  };
};

/** Takes up to `free` off one part; answers how much. */
const releasePart = (payment: Payment, part: Part, free: number): number => {
  const taken = Math.min(free, part.amount);
  if (taken === 0) return 0;
  const share = taken === part.amount ? part.payment : shareOf(payment, part, taken);
  // Within one currency they are the same but for a difference.
  if (payment.currency === part.doc.currency && share !== taken) payment.takenBack.push(taken - share);
  part.amount -= taken;
  part.payment -= share;
  payment.unallocated += share;
  return taken;
};

/** Exact, and half up; within one currency as much as came. */
const shareOf = ({ currency }: Payment, part: Part, taken: number): number => {
  if (currency === part.doc.currency) return Math.min(taken, part.payment);
  const doubled = (2n * BigInt(part.payment) * BigInt(taken)) / BigInt(part.amount);
  return Number((doubled + 1n) / 2n);
};
