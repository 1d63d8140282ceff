// Two instances of the real program under mixed load for as long as it is told, watched from outside.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { runProgram, temporaryFolder } from '../admin/support.ts';
import { startInstances } from '../clusters/instance.ts';
import { signInAs } from '../console/persons.ts';
import { openOffice } from '../support/office.ts';
import { startTestService } from '../support/service.ts';
import { addAccount } from '../tools/bank/support.ts';
import { addMexicanCustomer } from '../tools/support.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { findLosses, settle } from './check.ts';
import { type Outcome, runLoad } from './load.ts';
import { type Sample, takeSample, type Watched } from './samples.ts';
import { type Level, levelsOf } from './steady.ts';

export interface Told {
  readonly done: Readonly<Record<string, number>>;
  readonly events: number;
  readonly levels: readonly (Level & { readonly instance: string })[];
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  readonly losses: readonly string[];
}

/** As many samples as tell a rise from noise, and no more than a quarter of a thousand in an hour. */
const everyMs = (seconds: number): number => Math.min(15_000, Math.max(500, (seconds * 1_000) / 60));

const watch = async (instances: readonly Watched[], seconds: number) => {
  const began = performance.now();
  const samples = new Map<string, Sample[]>(instances.map(({ name }) => [name, []]));
  while (performance.now() - began < seconds * 1_000) {
    await pause(everyMs(seconds));
    for (const instance of instances) samples.get(instance.name)?.push(await takeSample(instance, began));
  }
  return samples;
};

/** Once nobody calls any more: what is still held. */
const MOST_FILES_MORE = 16;

const heldAtRest = async (instances: readonly Watched[], before: readonly Sample[]): Promise<string[]> => {
  const held: string[] = [];
  for (const [index, instance] of instances.entries()) {
    const { in_flight, waiting, files } = await takeSample(instance, 0);
    if (in_flight > 0) held.push(`${instance.name} has ${in_flight} requests in flight at rest`);
    if (waiting > 0) held.push(`${instance.name} has ${waiting} callers waiting for a connection at rest`);
    const more = (files ?? 0) - (before[index]?.files ?? 0);
    if (more > MOST_FILES_MORE + POOL)
      held.push(`${instance.name} holds ${more} more files than at the start`);
  }
  return held;
};

/** Connections that the pool may keep open. */
const POOL = 32;

const doctor = async (environment: Readonly<Record<string, string>>): Promise<string[]> => {
  const { out, err } = await runProgram(environment, 'doctor', '--json');
  try {
    const checks = JSON.parse(out) as readonly { check: string; status: string; detail: string }[];
    return checks
      .filter(({ status }) => status === 'FAIL')
      .map(({ check, detail }) => `doctor: ${check}: ${detail}`);
  } catch {
    return [`doctor: ${out.slice(0, 300)} ${err.slice(0, 300)}`];
  }
};

const failures = ({ errors }: Outcome): string[] =>
  Object.entries(errors).map(([code, times]) => `${times} times ${code}`);

export const runSoak = async (seconds: number): Promise<Told> => {
  const service = await startTestService({ database: 'own' });
  const receiver = await startReceiver();
  const folder = temporaryFolder('folio-soak-');
  const environment = {
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: join(folder, 'command'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    PORT: '0',
    ADMIN_PORT: '0',
  };
  const { MASTER_KEY, WEBHOOK_NETWORKS } = environment;
  const running = await startInstances(service.databaseUrl, folder, ['one', 'two'], {
    node: ['--trace-gc'],
    environment: { MASTER_KEY, WEBHOOK_NETWORKS, CONSOLE: '1' },
  });
  try {
    const { instances } = running;
    const { admin, customers } = await openOffice(service);
    const org = service.organisation_id;
    const made = await runProgram(
      environment,
      'webhook',
      'create',
      '--org',
      org,
      '--url',
      receiver.url,
      '--events',
      '*',
    );
    if (made.code !== 0) throw new Error(made.err);
    const person = { role: 'accountant', email: 'carla@ibarra.example', strong: true } as const;
    const stopping = new AbortController();
    const before = await Promise.all(instances.map((instance) => takeSample(instance, 0)));
    const load = runLoad({
      instances,
      key: service.keys.mx,
      admin,
      company: service.entities.mx,
      customer: customers.mx,
      supplier: await addMexicanCustomer(service, 'PAPELERA', { is_supplier: true, is_customer: false }),
      account: await addAccount(service, service.entities.mx),
      session: await signInAs(openBooks(service.database), org, person),
      stop: stopping.signal,
    });
    const samples = await watch(instances, seconds);
    stopping.abort();
    const outcome = await load;
    const open = await settle(service);
    const levels = [...samples].flatMap(([instance, taken]) =>
      levelsOf(taken).map((level) => ({ instance, ...level })),
    );
    const losses = [
      ...failures(outcome),
      ...open,
      ...levels
        .filter(({ steady }) => !steady)
        .map(
          ({ instance, measured, middle, last }) =>
            `${measured} of ${instance} rose from ${middle} to ${last}`,
        ),
      ...(await heldAtRest(instances, before)),
      ...(await findLosses(service, outcome)),
      ...(await doctor(environment)),
    ];
    return { done: outcome.done, events: receiver.received.length, levels, samples, losses };
  } finally {
    await running.stop();
    await receiver.close();
    await service.close();
  }
};
