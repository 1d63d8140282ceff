// From a draft to the buyer's mailbox, as a firm would do it: the service as a process of its own, an agent with the
// official MCP client, an administrator at the command line, the sandboxes of both countries.
import { programFile } from '../../support/programs.ts';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { checkCfdi } from '../../../src/sandbox/cfdi-check/check.ts';
import { readCfdi } from '../../../src/einvoicing/mx-cfdi/read.ts';
import { checkUbl } from '../../../src/sandbox/ubl-check/check.ts';
import { deEntity, mxEntity, runProgram } from '../../admin/support.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read as an agent reads them, by the names of their fields
type Answer = Record<string, any>;

let db: TestDatabase;
let dataDir: string;
let environment: Record<string, string>;
let service: ChildProcess;
let url: string;
let org: string;
const BY = 'ana@ibarra.example';

const admin = async (...args: string[]): Promise<Answer> => {
  const { code, out, err } = await runProgram(environment, ...args, '--json');
  assert.equal(code, 0, `${args.join(' ')}: ${err}`);
  return JSON.parse(out) as Answer;
};

/** The program of `npm start`, until it says that it is ready. */
const startService = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const program = programFile('main');
    service = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        ...environment,
        PORT: '0',
        ADMIN_PORT: '0',
        LOG_LEVEL: 'warn',
        CHECK_ANSWERS: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    service.stdout?.on('data', (chunk) => {
      out += String(chunk);
      const found = /ready.*?(http:\/\/\S+\/mcp)/s.exec(out) ?? /(http:\/\/\S+\/mcp).*?ready/s.exec(out);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    service.once('exit', (code) => reject(new Error(`the service ended with ${String(code)}: ${out}`)));
  });

const stopService = (): Promise<void> =>
  new Promise((resolve) => {
    service.removeAllListeners('exit');
    service.once('exit', () => resolve());
    service.kill('SIGTERM');
  });

before(async () => {
  db = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'folio-journey-'));
  environment = { DATABASE_URL: db.url, DATA_DIR: dataDir };
  url = await startService();
  ({ id: org } = (await admin('org', 'create', '--name', 'Despacho Ibarra')) as { id: string });
  await admin(
    'member',
    'add',
    '--org',
    org,
    '--email',
    BY,
    '--name',
    'Ana Ibarra',
    '--role',
    'administrator',
  );
});
after(async () => {
  await stopService();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Agent {
  call(name: string, args: Answer): Promise<Answer>;
  close(): Promise<void>;
}

const agentOf = async (entity: string): Promise<Agent> => {
  const { secret } = await admin('key', 'create', '--org', org, '--entity', entity, '--scopes', '*');
  const client = new Client({ name: 'agent', version: '1' });
  const headers = { Authorization: `Bearer ${String(secret)}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return {
    call: async (name, args) => {
      const answer = (await client.callTool({ name, arguments: args })) as Answer;
      assert.notEqual(answer['isError'], true, JSON.stringify(answer['content']));
      return answer['structuredContent'] as Answer;
    },
    close: () => client.close(),
  };
};

/** Waits for what the worker does by itself. */
const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 150; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it did not happen');
};

/** The invoice from its draft to the mail; what differs between countries is given. */
const journey = async (
  agent: Agent,
  draft: Answer,
): Promise<{ invoice: Answer; xml: Buffer; pdf: Buffer; mail: string }> => {
  const { invoice_id, compliance } = await agent.call('create_invoice', draft);
  assert.deepEqual(
    compliance.issues.filter(({ severity }: Answer) => severity === 'error'),
    [],
  );
  const request = await agent.call('submit_invoice', { invoice_id });
  assert.equal(request['approval_status'], 'pending');
  const waiting = await agent.call('get_invoice', { invoice_id });
  assert.deepEqual([waiting['status'], waiting['filing'].status], ['draft', 'awaiting_approval']);
  const listed = await admin('approval', 'list', '--org', org, '--status', 'pending');
  assert.ok(JSON.stringify(listed).includes(request['approval_request_id']));
  await admin('approval', 'approve', request['approval_request_id'], '--by', BY);
  const invoice = await until(async () => {
    const now = await agent.call('get_invoice', { invoice_id });
    return now['filing'].delivery.status === 'sent' ? now : undefined;
  });
  assert.deepEqual(
    [invoice['status'], invoice['filing'].status, invoice['filing'].sandbox],
    ['filed', 'filed', true],
  );
  const file = async (kind: string): Promise<Buffer> => {
    const { out, code, err } = await runProgramRaw('invoice', 'document', invoice_id, '--kind', kind);
    assert.equal(code, 0, err);
    return out;
  };
  const mails = readdirSync(join(dataDir, 'mail')).map((name) =>
    readFileSync(join(dataDir, 'mail', name), 'utf8'),
  );
  const mail = mails.find((text) => text.includes(`To: `) && text.includes(invoice['folio']));
  assert.ok(mail !== undefined, 'the mail is in the folder');
  return { invoice, xml: await file('xml'), pdf: await file('pdf'), mail };
};

const runProgramRaw = (...args: string[]): Promise<{ code: number | null; out: Buffer; err: string }> =>
  new Promise((resolve) => {
    const program = programFile('admin');
    const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...environment } });
    const chunks: Buffer[] = [];
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    child.on('close', (code) => resolve({ code, out: Buffer.concat(chunks), err }));
  });

/** An attachment as it arrived. */
const attached = (mail: string, name: string): Buffer => {
  const part = mail
    .split(/\r?\n--/)
    .find((each) => each.includes(`filename=${name}`) || each.includes(`filename="${name}"`));
  assert.ok(part !== undefined, `${name} is attached`);
  const [, body = ''] = part.split(/\r?\n\r?\n/, 2);
  return Buffer.from(body.replace(/\s+/g, ''), 'base64');
};

describe('an invoice from draft to mailbox', () => {
  test('in Mexico: stamped, with a PDF, by mail; then paid and voided by its rules', async () => {
    const { id: entity } = await admin(...mxEntity(org));
    const agent = await agentOf(entity);
    const { counterparty_id } = await agent.call('create_counterparty', {
      name: 'ESCUELA KEMPER URGATE SA DE CV',
      postal_code: '42501',
      email: 'compras@kemper.example',
      country_details: { rfc: 'EKU9003173C9', fiscal_regime_code: '601' },
    });
    const { invoice, xml, pdf, mail } = await journey(agent, {
      counterparty_id,
      line_items: [{ description: 'Diseño de logotipo', quantity: 3, unit_price: 1500.333333 }],
    });
    const cfdi = readCfdi(xml);
    assert.deepEqual(
      checkCfdi(xml).filter(({ severity }) => severity === 'error'),
      [],
    );
    assert.equal(cfdi.stamp?.uuid.toLowerCase(), String(invoice['filing'].uuid).toLowerCase());
    assert.equal(Number(cfdi.total), invoice['total']);
    assert.equal(pdf.subarray(0, 5).toString('latin1'), '%PDF-');
    assert.deepEqual(attached(mail, `${invoice['folio']}.xml`), xml);
    assert.deepEqual(attached(mail, `${invoice['folio']}.pdf`), pdf);
    const paid = await agent.call('record_invoice_payment', {
      invoice_id: invoice['invoice_id'],
      amount: 100,
    });
    assert.equal(paid['allocations'][0].payment_status_after, 'partially_paid');
    const { code, err } = await runProgram(
      environment,
      'invoice',
      'void',
      invoice['invoice_id'],
      '--by',
      BY,
      '--reason',
      '02',
    );
    assert.equal(code, 1, err);
    await agent.close();
  });

  test('in Germany: into the network, with a PDF, by mail', async () => {
    const { id: entity } = await admin(...deEntity(org));
    await admin(
      'bank-account',
      'create',
      '--entity',
      entity,
      '--name',
      'Hausbank',
      '--currency',
      'EUR',
      '--iban',
      'DE89370400440532013000',
      '--bic',
      'COBADEFFXXX',
    );
    const agent = await agentOf(entity);
    const { counterparty_id } = await agent.call('create_counterparty', {
      name: 'Brückner Werkzeugbau GmbH',
      postal_code: '20095',
      email: 'eingang@brueckner.example',
      country_details: { vat_id: 'DE136695976', street: 'Elbchaussee 7', city: 'Hamburg' },
    });
    const { invoice, xml, pdf, mail } = await journey(agent, {
      counterparty_id,
      country_details: { buyer_reference: 'PO-2026-118' },
      line_items: [
        { description: 'Beratung', quantity: 2.5, unit_price: 120 },
        { description: 'Fachbuch', unit_price: 40, country_details: { tax_rate: 7 } },
      ],
    });
    assert.deepEqual(
      checkUbl(xml).filter(({ severity }) => severity === 'error'),
      [],
    );
    assert.match(xml.toString('utf8'), /DE89370400440532013000/);
    assert.equal(invoice['total'], 399.8);
    assert.equal(pdf.subarray(0, 5).toString('latin1'), '%PDF-');
    assert.deepEqual(attached(mail, `${invoice['folio']}.xml`), xml);
    assert.deepEqual(attached(mail, `${invoice['folio']}.pdf`), pdf);
    await agent.close();
  });
});
