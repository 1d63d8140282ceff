// `npm start`: reads the configuration, starts everything in order and stops it in reverse.
import { readReceived } from '../receiving/document.ts';
import { nameSources } from '../base/stack.ts';
import { keepPrivate } from '../base/files.ts';
import { SERVICE } from '../../generated/service.ts';
import { loadAnswerCheck, startApp, transportConfig } from './app.ts';
import { type Config, readConfig } from '../base/config.ts';
import { type Database, withReserve } from '../db/database.ts';
import { requireMasterKey } from '../db/master-key.ts';
import { provideDatabase } from '../db/provide.ts';
import { openBooks } from '../domain/across/books/books.ts';
import type { NetworkQueue } from '../domain/across/network/pull.ts';
import { readNetworkBacklog } from '../domain/across/network/backlog.ts';
import type { Books } from '../domain/ground/change/change.ts';
import { demoAtStart } from './demo/ensure.ts';
import { startYear } from './demo/year/start.ts';
import { createMatchingRuns } from '../domain/bank/reconciliation/runs/matching-runs.ts';
import { startRateRefresher } from '../domain/money/exchange-rates/refresh.ts';
import { askRegistrations } from '../domain/documents/tasks/create.ts';
import { makeFirstLink, welcomePath } from '../domain/parties/persons/links.ts';
import { readWebhookBacklog } from '../domain/across/webhooks/store/upkeep.ts';
import { readTrailBacklog } from '../domain/views/trail/store/upkeep.ts';
import { webhookParts } from '../domain/across/webhooks/parts.ts';
import { renewAll } from '../domain/filing/approval/renew.ts';
import { readBacklog } from '../domain/filing/store/queue.ts';
import { createSecrets } from '../base/secrets/secrets.ts';
import { createLog, type Logger } from '../base/log.ts';
import { NotReady, StartError } from '../base/start-error.ts';
import { addGauges, createMetrics, type Metrics } from '../transport/metrics.ts';
import { startOperations } from '../transport/operations.ts';
import { startEfos } from '../jobs/efos.ts';
import { startSatStatus } from '../jobs/sat-status.ts';
import { keepHeard } from '../domain/across/inbox/status-heard.ts';
import { startInboxWorker } from '../jobs/inbox.ts';
import type { Loop } from '../jobs/loop.ts';
import { startNetwork } from '../jobs/network.ts';
import { deriveSigner } from '../domain/views/trail/note.ts';
import { damagedReads } from '../domain/ground/files/read.ts';
import { startInboxFolder } from '../jobs/inbox-folder.ts';
import { createInbox, type Inbox } from '../domain/across/inbox/inbox.ts';
import { startOAuthSweep } from '../jobs/oauth.ts';
import { startSums } from '../jobs/sums.ts';
import { takeTrail } from './trail.ts';
import { sealedSecrets } from './sealed-secrets.ts';
import { ADMIN_PARTS } from './admin-parts.ts';
import { startTracing } from './tracing.ts';
import { welcome } from './welcome.ts';
import { rateProviders } from './exchange-rates.ts';
import { satOf } from './sat-status.ts';
import { sendWebhooks } from './webhooks.ts';
import { startParts } from '../jobs/parts.ts';
import { type FilingParts, startFiling } from './filing.ts';

nameSources();

type Stop = () => Promise<void>;

const now = (): Date => new Date();

interface Kept {
  readonly books: Books;
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
}

const NETWORK_POLL_MS = 10_000;

const receiving = (
  parts: Omit<Parameters<typeof startNetwork>[0], 'queue'>,
  queue: NetworkQueue | null,
): readonly Loop[] => (queue === null ? [] : [startNetwork({ ...parts, queue })]);

/** What runs beside the calls, each stopped by its own hand. */
const startLoops = (
  kept: Kept,
  {
    sending,
    trail,
    filing,
    inbox,
    count,
    folder,
  }: {
    readonly sending: Omit<Parameters<typeof sendWebhooks>[0], keyof Kept>;
    readonly trail: Parameters<typeof takeTrail>[0];
    readonly filing: Pick<Awaited<ReturnType<typeof startFiling>>, 'pac' | 'accessPoint'>;
    readonly inbox: Inbox;
    readonly count: (outcome: string) => void;
    readonly folder: Config['inbox_dir'];
  },
): readonly { readonly stop: () => Promise<void> }[] => [
  sendWebhooks({ ...kept, ...sending }),
  takeTrail(trail, kept),
  ...[startSums, startParts, startOAuthSweep].map((begin) => begin(kept)),
  startSatStatus({
    ...kept,
    ask: satOf(filing.pac.transport),
    sandbox: filing.pac.transport.sandbox,
    keep: keepHeard(kept.books, kept.now),
  }),
  startEfos(kept),
  startInboxWorker({ ...kept, inbox }),
  ...receiving({ ...kept, inbox, count, pollMs: NETWORK_POLL_MS }, filing.accessPoint.queue),
  // It keeps; the worker reads.
  ...(folder === null
    ? []
    : [startInboxFolder({ ...kept, folder, inbox: createInbox({ ...kept, read: undefined }) })]),
];

const start = async (config: Config, stops: Stop[]): Promise<void> => {
  const log = createLog(config.log_level);
  const stopTracing = await startTracing();
  if (stopTracing !== undefined) stops.push(stopTracing);
  const { database, embedded, close } = await provideDatabase(config, (line) => log.info(line));
  stops.push(close);
  const sealed = () => sealedSecrets(database.reader);
  const { bytes: master_key } = await requireMasterKey(database, config, sealed, new Date());
  const keyed = { ...config, master_key };
  const secrets = createSecrets(keyed);
  const signer = deriveSigner({ bytes: master_key });
  const books = openBooks(database);
  const demo =
    embedded && config.demo
      ? await demoAtStart(books, new Date(), config.data_dir, hasYear(config))
      : undefined;
  await askRegistrations(books, new Date());
  const metrics = measure(database, config);
  const onDelivery: FilingParts['onDelivery'] = (kind, outcome) => metrics.delivered(kind, outcome);
  // What the authority has taken is stored as long as there is any space.
  const kept = { books, database: withReserve(database), log, now };
  const filing = await startFiling({ config: keyed, ...kept, onDelivery });
  stops.push(() => filing.close());
  const renewed = await renewAll(books, now);
  if (renewed > 0) log.info({ renewed }, 'requests for approval were renewed at the upgrade');
  const webhooks = webhookParts(config, secrets);
  const inbox = createInbox({ ...kept, read: readReceived });
  const count = (outcome: string): void => metrics.delivered('network', outcome);
  const loops = startLoops(kept, {
    sending: { ...webhooks, onDelivery: (outcome) => metrics.delivered('webhook', outcome) },
    trail: keyed,
    filing,
    inbox,
    count,
    folder: config.inbox_dir,
  });
  stops.push(...loops.map((loop) => () => loop.stop()));
  const rates = startRateRefresher({ providers: rateProviders(config), database, log, now });
  stops.push(() => rates.stop());
  const answerCheck = await loadAnswerCheck(config, metrics);
  const { mailer, print } = filing;
  const matchingRuns = createMatchingRuns({ log });
  const app = await startApp({
    database,
    log,
    metrics,
    answerCheck,
    matchingRuns,
    inbox,
    deliveries: { secret: config.access_point_secret, count },
    print,
    webhooks,
    transport: transportConfig(config),
    ...(config.console ? { console: { config, secrets, mailer, print, signer, doctor: ADMIN_PARTS } } : {}),
  });
  stops.push(() => app.close());
  const ready = (): Promise<void> =>
    app.isStopping()
      ? Promise.reject(new NotReady('stopping', 'The service is stopping.'))
      : database.ready();
  const { admin_host: host, admin_port: port } = config;
  const operations = await startOperations({ host, port, metrics, ready });
  stops.push(() => operations.close());
  const { url, pages } = app;
  const firstLink = await firstLinkTo(pages, database);
  process.stdout.write(welcome({ url, pages, firstLink, operationsUrl: operations.url, demo }));
  if (demo !== undefined && hasYear(config)) {
    const year = startYear({ books, matchingRuns, inbox, secrets, key_id: demo.keys[0]?.id, now, log });
    stops.push(() => year.stop());
  }
};

/** Null once there is an administrator, and without pages. */
const firstLinkTo = async (pages: string | null, database: Database): Promise<string | null> => {
  const token = pages === null ? undefined : await makeFirstLink(database, new Date());
  return token === undefined ? null : new URL(welcomePath(token), pages ?? '').href;
};

const measure = (database: Database, { audit_checkpoint_file, audit_checkpoint_url }: Config): Metrics => {
  const keeps = audit_checkpoint_file !== null || audit_checkpoint_url !== null;
  const metrics = createMetrics();
  addGauges(metrics.registry, {
    poolUse: () => database.poolUse(),
    backlog: () => readBacklog(database.reader),
    webhooks: () => readWebhookBacklog(database.reader),
    network: () => readNetworkBacklog(database.reader, now()),
    trail: () => readTrailBacklog(database.reader, now(), keeps),
    damagedReads,
  });
  return metrics;
};

/** Documents of the demo never go to a real provider or mail server. */
const hasYear = ({ pac, access_point, smtp_url }: Config): boolean =>
  pac === null && access_point === null && smtp_url === null;

/** Running calls finish first; the private database stops last. */
const stopAll = async (stops: Stop[]): Promise<void> => {
  for (const stop of stops.splice(0).toReversed()) {
    await stop().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
};

keepPrivate();

const stops: Stop[] = [];
let stopping = false;
const onSignal = (): void => {
  // A second signal exits at once.
  if (stopping) process.exit(1);
  stopping = true;
  void stopAll(stops).then(() => process.exit(0));
};
process.on('SIGTERM', onSignal);
process.on('SIGINT', onSignal);

try {
  await start(readConfig(), stops);
} catch (error) {
  await stopAll(stops);
  const known = error instanceof StartError;
  process.stderr.write(`${known ? error.message : `${SERVICE.title} could not start: ${String(error)}`}\n`);
  process.exit(1);
}
