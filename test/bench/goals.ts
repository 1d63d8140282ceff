// What each bench is to reach, and whether it did. A figure outside of its goal fails the run, unless fewer rounds than usual
// were asked for: those are for a look.

export interface Goal {
  readonly figure: string;
  readonly most?: number;
  readonly least?: number;
}

/** CPU and rates are ratios to the bare alternative of the same run. */
export const GOALS = {
  list: { figure: 'CPU of tools/list beside a constant', most: 1.8 },
  constant: { figure: "CPU of a constant handler beside the official SDK's", most: 0.15 },
  // That form validates nothing; it is not to become worse.
  constant_low_level: { figure: "CPU of a constant handler beside the SDK's low-level form", most: 0.3 },
  get: { figure: 'CPU of get_invoice with look-ups beside its statements', most: 1.6 },
  get_warm: { figure: 'CPU of get_invoice beside its statements', most: 1.6 },
  token: { figure: 'CPU of a call of a connected app beside one with a key', most: 1.1 },
  search_invoices: { figure: 'CPU of search_invoices beside its statements', most: 1.6 },
  generate_ledger: { figure: 'CPU of generate_ledger beside its statements', most: 1.6 },
  export_invoices: { figure: 'CPU of export_invoices beside its statements', most: 1.6 },
  record_invoice_payment: { figure: 'rate of payments beside their statements', least: 0.6 },
  create_bill: { figure: 'rate of bills beside their statements', least: 0.6 },
  build: { figure: 'p95 of building a document of 100 lines, ms', most: 10 },
  validate: { figure: 'p95 of checking one, ms', most: 5 },
  // It must not grow with the rows; some is what the collector leaves lying.
  export_memory: { figure: 'MB more for an export of ten times the rows', most: 24 },
  page: { figure: 'p95 of a page, ms', most: 50 },
  lists: { figure: 'a list of the large company beside that of the small', most: 2 },
  lists_million: { figure: 'the same with a million rows', most: 2.5 },
} as const satisfies Readonly<Record<string, Goal>>;

export type GoalName = keyof typeof GOALS;

const isShort = ['BENCH_ROUNDS', 'BENCH_REQUESTS', 'BENCH_READS', 'BENCH_WRITES', 'BENCH_ONLY'].some(
  (name) => process.env[name] !== undefined,
);

const missed: string[] = [];

/** Notes whether the figure keeps to its goal, and answers the goal as it is printed. */
export const judge = (name: GoalName, value: number, of = ''): string => {
  const { figure, most, least }: Goal = GOALS[name];
  const keeps = (most === undefined || value <= most) && (least === undefined || value >= least);
  const goal = most === undefined ? `>= ${least}` : `<= ${most}`;
  if (!keeps) missed.push(`${figure}${of === '' ? '' : ` (${of})`}: ${value.toFixed(2)}, goal ${goal}`);
  return `goal ${goal}${keeps ? '' : ', MISSED'}`;
};

/** At the end of all: what was missed, which fails a full run. */
export const tellMissed = (): void => {
  if (missed.length === 0) return;
  console.log(`\nmissed:\n${missed.map((line) => `  ${line}`).join('\n')}`);
  if (isShort) console.log('  (a short run, which fails for none of them)');
  else process.exitCode = 1;
};
