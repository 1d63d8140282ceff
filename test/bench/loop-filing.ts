// What becomes of documents with as many lines as there may be: asked for, looked at, approved, built, sealed, checked by
// the sandbox, printed, credited.
import { setTimeout as pause } from 'node:timers/promises';
import { callTool } from '../support/wire.ts';
import {
  type Caller,
  type Customers,
  draftOf,
  type Kind,
  LINES,
  type Side,
  type Sent,
} from './loop-calls.ts';
import { type Browser, pageKind } from './loop-pages.ts';

interface Office {
  readonly caller: Caller;
  readonly customers: Customers;
  /** Of an administrator who has just proved himself. */
  readonly browser: Browser;
}

/** The bench takes a processor for itself, so that jobs come late on a small machine. */
const WAIT_MS = 300_000;
const LOOK_MS = 100;

const call = async ({ url, keys }: Caller, side: Side, tool: string, args: object) => {
  const { isError, structuredContent = {}, content } = await callTool(url, keys[side], tool, args);
  if (isError) throw new Error(`${tool}: ${content[0]?.text.slice(0, 600)}`);
  return structuredContent;
};

const textOf = (found: Readonly<Record<string, unknown>>, name: string): string => String(found[name]);

/** Its request for an approval. */
const submit = async ({ caller }: Office, side: Side, document: string): Promise<string> =>
  textOf(
    document.startsWith('icrn')
      ? await call(caller, side, 'submit_credit_note', { credit_note_id: document })
      : await call(caller, side, 'submit_invoice', { invoice_id: document }),
    'approval_request_id',
  );

const draft = async ({ caller, customers }: Office, side: Side, round: number): Promise<string> =>
  textOf(await call(caller, side, 'create_invoice', draftOf(customers, side, round)), 'id');

interface Asked {
  readonly document: string;
  readonly request: string;
  readonly tokens: Readonly<Record<string, string>>;
}

const ask = async (office: Office, side: Side, document: string): Promise<Asked> => {
  const request = await submit(office, side, document);
  return { document, request, tokens: await office.browser.tokens(`/approvals/${request}`) };
};

/** By the page, and stays until the filing has ended. */
const approve = async ({ browser, caller }: Office, { document, request, tokens }: Asked): Promise<Sent> => {
  const sent = await browser.send(
    `/approvals/${request}`,
    new URLSearchParams({ ...tokens, act: 'approve' }),
  );
  if (sent.refusal !== undefined) return sent;
  const table = document.startsWith('icrn') ? 'credit_note' : 'invoice';
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await pause(LOOK_MS)) {
    const { kysely } = caller.service.database;
    const found = await kysely
      .selectFrom(table as 'invoice')
      .select(['status', 'filing_status', 'filing'])
      .where('id', '=', document)
      .executeTakeFirst();
    if (found?.status === 'filed') return {};
    if (found?.filing_status === 'failed') return { refusal: JSON.stringify(found.filing).slice(0, 600) };
  }
  return { refusal: 'it was not filed in time' };
};

const file = async (office: Office, side: Side, document: string): Promise<string> => {
  const { refusal } = await approve(office, await ask(office, side, document));
  if (refusal !== undefined) throw new Error(`${document}: ${refusal}`);
  return document;
};

const stated = <T>(
  name: string,
  prepare: (round: number) => Promise<T>,
  send: (made: T) => Promise<Sent>,
): Kind => ({
  name,
  isHostile: false,
  prepare,
  send: (_, made) => send(made as T),
});

const done = async (work: Promise<unknown>): Promise<Sent> => {
  await work;
  return {};
};

const creditKinds = (office: Office, side: Side): readonly Kind[] => {
  const { caller } = office;
  const filed = async (round: number) => file(office, side, await draft(office, side, round));
  const requests = {
    whole: {},
    'in parts': { lines: Array.from({ length: LINES }, (_, at) => ({ line: at + 1, quantity: 0.5 })) },
    'by an amount': { amount: 12.34 },
  };
  const at = side.toUpperCase();
  return [
    ...Object.entries(requests).map(([name, more]) =>
      stated(`create_credit_note ${at}, ${LINES} lines, ${name}`, filed, (invoice_id) =>
        done(call(caller, side, 'create_credit_note', { invoice_id, ...more })),
      ),
    ),
    stated(
      `submit_credit_note ${at}, ${LINES} lines`,
      async (round) =>
        textOf(await call(caller, side, 'create_credit_note', { invoice_id: await filed(round) }), 'id'),
      (note) => done(submit(office, side, note)),
    ),
    stated(
      `filing of a credit note ${at}, ${LINES} lines`,
      async (round) => {
        const note = await call(caller, side, 'create_credit_note', { invoice_id: await filed(round) });
        return ask(office, side, textOf(note, 'id'));
      },
      (asked) => approve(office, asked),
    ),
  ];
};

/** Pages and files of one document in each of its states. */
const shownKinds = async (office: Office, side: Side): Promise<readonly Kind[]> => {
  const { browser, caller } = office;
  const company = `/companies/${caller.service.entities[side]}`;
  const waiting = await draft(office, side, 1_001);
  const request = await submit(office, side, waiting);
  const filed = await file(office, side, await draft(office, side, 1_002));
  const note = textOf(await call(caller, side, 'create_credit_note', { invoice_id: filed }), 'id');
  const noted = await file(office, side, note);
  const at = side.toUpperCase();
  const pages = {
    'page of a draft': `${company}/invoices/${waiting}`,
    'its form': `${company}/invoices/${waiting}/edit`,
    'its PDF': `${company}/invoices/${waiting}/preview.pdf`,
    'page of its approval': `/approvals/${request}`,
    'page of an invoice': `${company}/invoices/${filed}`,
    'its XML': `${company}/invoices/${filed}/document.xml`,
    'its printed PDF': `${company}/invoices/${filed}/document.pdf`,
    'page of a credit note': `${company}/credit-notes/${noted}`,
  };
  return [
    ...Object.entries(pages).map(([name, path]) => pageKind(browser, path, `${name} ${at}, ${LINES} lines`)),
    ...['xml', 'pdf'].map((format) =>
      stated(
        `get_document ${format} ${at}, ${LINES} lines`,
        () => Promise.resolve(),
        () => done(call(caller, side, 'get_document', { record_id: filed, format })),
      ),
    ),
  ];
};

export const filingKinds = async (office: Office): Promise<readonly Kind[]> => {
  const kinds: Kind[] = [];
  for (const side of ['mx', 'de'] as const)
    kinds.push(
      stated(
        `filing of an invoice ${side.toUpperCase()}, ${LINES} lines`,
        async (round) => ask(office, side, await draft(office, side, round)),
        (asked) => approve(office, asked),
      ),
      ...(await shownKinds(office, side)),
      ...creditKinds(office, side),
    );
  return kinds;
};
