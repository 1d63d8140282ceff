// What the journeys through a month share: the service with a clock that goes from day to day, an agent with the official
// client, an administrator at the command line, and the sandboxes behind the worker.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { EntityId } from '../../../generated/ids.ts';
import { SERVICE } from '../../../generated/service.ts';
import { runAdmin } from '../../../src/admin/run.ts';
import { ADMIN_PARTS } from '../../../src/start/admin-parts.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import { addKey } from '../../support/books.ts';
import { ANA, QUICK } from '../../support/office.ts';
import { startTestService, type TestService } from '../../support/service.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read as an agent reads them, by the names of their fields
export type Answer = Record<string, any>;

export interface Company {
  readonly entity: EntityId;
  readonly key: string;
  call(tool: string, args?: object): Promise<Answer>;
  /** The error of a call that must fail. */
  fails(tool: string, args: object): Promise<Answer>;
  /** A draft that is ready. */
  draft(args: object): Promise<Answer>;
  /** Drafted, asked for, approved, and filed by the worker. */
  invoice(args: object): Promise<Answer>;
  /** Asked for, approved and filed. */
  file(invoice_id: string): Promise<Answer>;
  pay(invoice_id: string, args?: object): Promise<Answer>;
  get(invoice_id: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface Month {
  readonly service: TestService;
  /** Noon of a day in UTC; the clock runs on from there. */
  on(day: string): void;
  admin(...args: string[]): Promise<Answer>;
  /** A command that must be refused. */
  refused(...args: string[]): Promise<Answer>;
  /** A file for a command. */
  file(name: string, content: unknown): string;
  approve(...requests: string[]): Promise<void>;
  until<T = Answer>(look: () => Promise<T>, is: (found: T) => boolean): Promise<T>;
  xml(id: string): Promise<string>;
  pdf(id: string): Promise<Buffer>;
  /** Mails whose text holds all of these; waits for the first, which may be sent after the document is filed. */
  mails(...texts: string[]): Promise<readonly string[]>;
  company(entity: EntityId): Promise<Company>;
  close(): Promise<void>;
}

export const openMonth = async (first: string): Promise<Month> => {
  let set = Date.now();
  let moment = new Date(`${first}T18:00:00Z`);
  const clock = (): Date => new Date(moment.getTime() + Date.now() - set);
  const service = await startTestService({ filing: { timing: QUICK } });
  const tick = (): Admin => {
    service.setNow(clock());
    return adminOn(service.databaseUrl, clock(), { DATA_DIR: service.dataDir ?? assert.fail() });
  };
  const folder = tick();
  const admin = async (...args: string[]): Promise<Answer> => {
    const answer: Answer = await tick().json(...args);
    // The service knows a key and its company by heart for a moment.
    if (args[0] === 'entity') await pause(SERVICE.windows.key_cache_ms);
    return answer;
  };
  const org = `--org=${service.organisation_id}`;
  await admin('member', 'add', org, `--email=${ANA}`, '--name=Ana Ibarra', '--role=administrator');

  const until: Month['until'] = async (look, is) => {
    for (const end = performance.now() + 60_000; ;) {
      tick();
      const found = await look();
      if (is(found)) return found;
      if (performance.now() > end) return assert.fail(`not within 60 s: ${JSON.stringify(found)}`);
      await pause(30);
    }
  };
  const approve = async (...requests: string[]): Promise<void> => {
    await admin('approval', 'approve', ...requests, `--by=${ANA}`, '--wait=0');
  };
  const document = async (id: string, kind: string): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    let err = '';
    const io = {
      environment: tick().environment,
      out: (bytes: string | Buffer) => chunks.push(Buffer.from(bytes)),
      err: (text: string) => (err += text),
      now: clock,
    };
    const code = await runAdmin(['invoice', 'document', id, '--kind', kind], io, async () => ADMIN_PARTS);
    assert.equal(code, 0, err);
    return Buffer.concat(chunks);
  };
  const parts = { service, tick, until, approve };
  return {
    service,
    on: (day) => {
      set = Date.now();
      moment = new Date(`${day}T18:00:00Z`);
      tick();
    },
    admin,
    refused: (...args) => tick().refused(...args),
    file: (name, content) => {
      const path = join(folder.folder, name);
      writeFileSync(path, JSON.stringify(content));
      return path;
    },
    approve,
    until,
    xml: async (id) => (await document(id, 'xml')).toString('utf8'),
    pdf: (id) => document(id, 'pdf'),
    mails: (...texts) => {
      const mailbox = join(service.dataDir ?? assert.fail(), 'mail');
      const found = (): readonly string[] =>
        readdirSync(mailbox)
          .filter((name) => name.endsWith('.eml'))
          .map((name) => readFileSync(join(mailbox, name), 'utf8'))
          .filter((mail) => texts.every((text) => mail.includes(text)));
      return until(
        () => Promise.resolve(found()),
        (mails) => mails.length > 0,
      );
    },
    company: (entity) => openCompany(parts, entity),
    close: () => service.close(),
  };
};

interface Parts extends Pick<Month, 'service' | 'until' | 'approve'> {
  readonly tick: () => unknown;
}

const openCompany = async ({ service, tick, until, approve }: Parts, entity: EntityId): Promise<Company> => {
  const key = await addKey(service.database, service.organisation_id, { entity_id: entity });
  const client = new Client({ name: 'agent', version: '1' });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(service.url), { requestInit: { headers } }));
  const send = (name: string, args: object): Promise<Answer> => {
    tick();
    return client.callTool({ name, arguments: { ...args } });
  };
  const call: Company['call'] = async (tool, args = {}) => {
    const answer = await send(tool, args);
    assert.notEqual(answer['isError'], true, JSON.stringify(answer['content']));
    return answer['structuredContent'] as Answer;
  };
  const get = (invoice_id: string): Promise<Answer> => call('get_invoice', { invoice_id });
  const draft = async (args: object): Promise<Answer> => {
    const made = await call('create_invoice', args);
    assert.equal(made['compliance'].ready, true, JSON.stringify(made['compliance'].issues));
    return made;
  };
  const file = async (invoice_id: string): Promise<Answer> => {
    const { approval_request_id } = await call('submit_invoice', { invoice_id });
    await approve(approval_request_id);
    const filed = await until(
      () => get(invoice_id),
      ({ filing }) => ['filed', 'failed'].includes(filing.status) && filing.delivery.status !== 'pending',
    );
    assert.equal(filed['status'], 'filed', JSON.stringify(filed['filing'].last_error));
    return filed;
  };
  return {
    entity,
    key,
    call,
    fails: async (tool, args) => {
      const answer = await send(tool, args);
      assert.equal(answer['isError'], true, JSON.stringify(answer['structuredContent']));
      return JSON.parse(answer['content'][0].text).error as Answer;
    },
    draft,
    file,
    invoice: async (args) => file((await draft(args))['invoice_id']),
    pay: (invoice_id, args = {}) => call('record_invoice_payment', { invoice_id, ...args }),
    get,
    close: () => client.close(),
  };
};
