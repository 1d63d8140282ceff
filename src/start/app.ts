// Wires the service: dispatcher and transport over one database. `main.ts` runs it in production; tests run it with
// their own clock.
import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { SERVICE } from '../../generated/service.ts';
import { ASKED_FOR, COMMON_TOOLS, FITTING, TOOLSETS } from '../../generated/toolsets.ts';
import type { Config } from '../base/config.ts';
import type { ConsoleParts } from '../console/parts.ts';
import type { Database } from '../db/database.ts';
import { createInbox, type Inbox, type ReadFile } from '../domain/across/inbox/inbox.ts';
import { openBooks } from '../domain/across/books/books.ts';
import type { AnswerCheck } from '../dispatch/answer.ts';
import { createDispatcher } from '../dispatch/dispatcher.ts';
import { createMatchingRuns, type MatchingRuns } from '../domain/bank/reconciliation/runs/matching-runs.ts';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import { createCallTally } from '../domain/parties/oauth/apps/tally.ts';
import type { WebhookParts } from '../domain/across/webhooks/parts.ts';
import type { Handlers } from '../handlers/handler.ts';
import { HANDLERS } from '../handlers/index.ts';
import type { Logger } from '../base/log.ts';
import type { OAuthParts } from '../oauth/parts.ts';
import { startTransport, type Transport, type TransportConfig } from '../transport/http.ts';
import { createMetrics, type Metrics } from '../transport/metrics.ts';
import { openUploads, UPLOAD_PATH } from './uploads.ts';

export interface AppParts {
  readonly database: Database;
  readonly log: Logger;
  readonly transport: TransportConfig;
  readonly answerCheck: AnswerCheck;
  readonly now?: () => Date;
  readonly handlers?: Handlers;
  readonly metrics?: Metrics;
  readonly matchingRuns?: MatchingRuns;
  /** Reads received files; without it they are kept and wait to be read. */
  readonly read?: ReadFile;
  readonly inbox?: Inbox;
  /** Without one, only PDFs that are kept can be got. */
  readonly print?: PrintInvoice;
  /** Without it, webhooks can be looked at only. */
  readonly webhooks?: WebhookParts;
  /** Absent without pages for people. */
  readonly console?: Pick<ConsoleParts, 'config' | 'secrets' | 'mailer' | 'print' | 'doctor' | 'signer'> &
    Partial<Pick<ConsoleParts, 'issuer' | 'clients'>>;
}

const LISTED = {
  common: COMMON_TOOLS,
  sets: Object.fromEntries(
    Object.entries<{ readonly tools: readonly object[] }>(TOOLSETS).map(([name, { tools }]) => [name, tools]),
  ),
  fitting: FITTING,
  askedFor: ASKED_FOR,
  scopes: Object.fromEntries(Object.values<ToolDescriptor>(TOOLS).map(({ name, scope }) => [name, scope])),
};

const notGiven = new Proxy({} as WebhookParts, {
  get: () => {
    throw new Error('nothing was given to make webhooks with');
  },
});

const cannotPrint: PrintInvoice = () => Promise.reject(new Error('no printer was given'));

export const startApp = async (parts: AppParts): Promise<Transport> => {
  const { database, log, answerCheck, now = () => new Date(), handlers = HANDLERS } = parts;
  const { matchingRuns = createMatchingRuns({ log }) } = parts;
  const books = openBooks(database);
  const { inbox = createInbox({ books, read: parts.read, log, now }) } = parts;
  // Known once the service listens, before any call.
  let pagesAt: string | null = null;
  const pageUrl = (path: string): string | null =>
    pagesAt === null ? null : `${pagesAt.replace(/\/$/, '')}${path}`;
  let uploadsAt: string | null = null;
  const uploadUrl = (token: string): string => `${uploadsAt ?? ''}${UPLOAD_PATH}${token}`;
  const tally = createCallTally(database, (error) =>
    log.warn({ err: error }, 'calls of connected apps were not counted'),
  );
  const service = createDispatcher({
    books,
    handlers,
    log,
    now,
    answerCheck,
    jobs: { matchingRuns, inbox },
    pageUrl,
    uploadUrl,
    print: parts.print ?? cannotPrint,
    webhooks: parts.webhooks ?? notGiven,
    noteAppCall: tally.note,
  });
  const { transport: config, metrics = createMetrics() } = parts;
  const { console: given } = parts;
  const pages =
    given === undefined
      ? {}
      : await loadPages({ ...given, books, log, now, matchingRuns, inbox, count: metrics.connected }, config);
  const uploads = openUploads({ books, inbox, log, now });
  const transport = await startTransport({ service, config, log, tools: LISTED, metrics, uploads, ...pages });
  pagesAt = transport.pages;
  uploadsAt = (config.publicUrl ?? transport.url.replace(/\/mcp$/, '')).replace(/\/$/, '');
  const close = async (): Promise<void> => {
    // Calls that wait for a matching run are answered that it is still running, so that they do not delay the stop;
    // the second stop covers runs that started while the last calls were answered.
    const stopped = matchingRuns.stop();
    await transport.close();
    await stopped;
    await matchingRuns.stop();
    await tally.flush();
  };
  return { ...transport, close };
};

type GivenPages = Omit<ConsoleParts, 'issuer' | 'clients'> &
  Partial<Pick<ConsoleParts, 'issuer' | 'clients'>>;

/** Some 150 modules, which a service without pages does not load. */
const loadPages = async (parts: GivenPages & Pick<OAuthParts, 'count'>, { host }: TransportConfig) => {
  const { openPages } = await import('../console/console.ts');
  const { openIdIssuer } = await import('../providers/company-sign-in/openid.ts');
  const { openClients } = await import('../oauth/clients.ts');
  const { openOAuth } = await import('../oauth/open.ts');
  const all = {
    issuer: openIdIssuer(),
    clients: openClients(parts.books.database, { now: parts.now }),
    ...parts,
  };
  return {
    pages: (port: number) => openOAuth(all, parts.config, { host, port }, openPages(all, host, port)),
  };
};

export const transportConfig = (config: Config): TransportConfig => ({
  host: config.host,
  port: config.port,
  allowedOrigins: config.allowed_origins,
  publicUrl: config.public_url,
  trustedProxies: config.trusted_proxies,
  // Probes, pages and look-ups of keys find a connection whatever calls do.
  places: Math.max(1, config.database_pool - 2),
  rateLimit: {
    requestsPerSecond: config.rate_limit ?? SERVICE.limits.requests_per_second,
    burst: config.rate_limit === null ? SERVICE.limits.burst : config.rate_limit * 2,
  },
});

/**
 * Validation costs time on every call, so it is optional. Answers that fail it are logged and counted, never
 * refused. When it is off, neither the schemas nor AJV are loaded.
 */
export const loadAnswerCheck = async (
  config: Pick<Config, 'check_answers'>,
  metrics: Pick<Metrics, 'mismatch'>,
): Promise<AnswerCheck> => ({
  compile: config.check_answers ? (await import('../../generated/answers.ts')).compileAnswer : undefined,
  onMismatch: (tool) => metrics.mismatch(tool),
});
