// Every command that the README and the guides show, run on books that have what it names. What stands for an id is
// filled in.
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE } from '../../../generated/service.ts';
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';

import type { BankAccountId, BankTransactionId, InvoiceId } from '../../../generated/ids.ts';
import { openAuthority } from '../../../src/sandbox/authority/authority.ts';
import { createSecrets } from '../../../src/base/secrets/secrets.ts';
import { readBlocks } from '../clients/read-blocks.ts';
import { filesOf, PASSPHRASE } from '../../domain/certificates/books.ts';
import { type Office, openOffice, QUICK } from '../../support/office.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Admin, adminOn, NOW } from '../../admin/support.ts';
import { connectAs } from '../../oauth/support.ts';
import { bill, fileOf, readTest } from '../../tools/inbox/support.ts';

const run = promisify(execFile);
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const BY = 'ana@example.org';

/** The README first: what it makes, guides go on with. */
const PAGES = [
  'README.md',
  ...readdirSync('spec/guides')
    // The commands of that page run in test/long/clients.
    .filter((name) => name !== 'types.md')
    .sort()
    .map((name) => `generated/docs/${name}`),
];

/** The lines of their shell blocks, continued lines as one, and each once. */
const LINES = [
  ...new Set(
    PAGES.flatMap(readBlocks)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) =>
        text
          .trim()
          .replaceAll(/\s*\\\n\s*/g, ' ')
          .split('\n'),
      ),
  ),
];

const PREFIX = 'npm run --silent admin -- ';
const COMMANDS = LINES.filter((line) => line.startsWith(PREFIX)).map((line) => line.slice(PREFIX.length));

let service: TestService;
let office: Office;
let admin: Admin;
let publicKey = '';
before(async () => {
  service = await startTestService({ filing: { timing: QUICK }, read: readTest });
  service.setNow(NOW);
  office = await openOffice(service);
  admin = adminOn(service.databaseUrl, NOW, {
    DATA_DIR: service.dataDir ?? '',
    CERTIFICATE_PASSPHRASE: PASSPHRASE,
  });
  const secrets = createSecrets({ master_key: null, data_dir: service.dataDir ?? '' });
  const authority = await openAuthority(service.database, secrets, NOW);
  const rfc = (await client().list_entities()).data[0]?.tax_id ?? '';
  const { certificate, key } = filesOf(await authority.issueCsd({ rfc, holder: 'ROBLES', now: NOW }));
  FILES['00001000000123456789.cer'] = certificate;
  FILES['CSD_PRO840423SG8.key'] = key;
  await admin.json(
    'member',
    'add',
    '--org',
    service.organisation_id,
    '--email',
    BY,
    '--name',
    'Ana',
    '--role',
    'administrator',
  );
  publicKey = (await admin.json('audit', 'key')).key;
});
after(() => service.close());

/** Words as a shell takes them, without what it redirects. */
const words = (command: string): string[] =>
  [...command.replace(/ > \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

const client = () => service.client(service.keys.mx);
const pending = async (args: object = {}): Promise<{ id: string; request: string }> => {
  const id = await office.draft('mx', args);
  return { id, request: (await office.submit('mx', id)).approval_request_id };
};
let account: BankAccountId | undefined;
const bankAccount = async (): Promise<BankAccountId> => {
  account ??= (
    await admin.json(
      'bank-account',
      'create',
      '--entity',
      service.entities.mx,
      '--name',
      'HSBC',
      '--currency',
      'MXN',
    )
  ).id as BankAccountId;
  return account;
};
const filed = async (args: object = {}): Promise<string> => {
  const { id, request } = await pending(args);
  await admin.json('approval', 'approve', request, '--by', BY);
  return id;
};

/** A line of the bank and what it may be booked on. */
const bankLine = async (amount: number, day = '2026-11-20'): Promise<string> => {
  const account = await bankAccount();
  const name = admin.file(`${amount}.csv`, `Date,Description,Amount\n${day},Deposit ${amount},${amount}\n`);
  await admin.json('statement', 'import', '--bank-account', account, name);
  const { data } = await client().search_bank_transactions({
    bank_account_id: account,
    query: `Deposit ${amount}`,
  });
  return data[0]?.id ?? '';
};
/** A filed invoice of 1.16 times as much. */
const owed = async (unit_price = 1000, args: object = {}): Promise<InvoiceId> =>
  (await filed({ line_items: [{ description: 'Servicio', unit_price }], ...args })) as InvoiceId;
/** A payment complement whose request was refused. */
const refusedComplement = async (): Promise<string> => {
  const invoice_id = await owed(300, { country_details: { payment_method: 'PPD' } });
  await client().record_invoice_payment({ invoice_id });
  const [complement] = await admin.json('complement', 'list', '--entity', service.entities.mx);
  await admin.json('approval', 'reject', complement.filing.approval.id, '--by', BY, '--reason', 'Not yet');
  return complement.id;
};

const wantedKey = async (): Promise<string> => {
  const wish = { name: 'Report', reason: 'What is overdue', scopes: ['invoices:read'] };
  return (await service.client().request_api_key(wish)).id;
};
const wantedCancellation = async (): Promise<string> => {
  const invoice_id = await owed();
  return (await client().request_cancellation({ invoice_id, reason: '02' })).id;
};

const webhook = async (): Promise<string> => {
  const wish = ['--url', 'https://hooks.example.com/folio', '--events', '*'];
  return (await admin.json('webhook', 'create', '--org', service.organisation_id, ...wish)).id;
};

/** A webhook of the operator that a key would end. */
const wantedChange = async (): Promise<string> => {
  const { warnings } = await service.client().delete_webhook({ webhook_id: (await webhook()) as never });
  return /chrq_[0-9a-z]{26}/.exec(warnings[0]?.message ?? '')?.[0] ?? '';
};

/** A program that somebody connected. */
const connected = (): Promise<string> =>
  connectAs(service, { email: BY, scopes: ['invoices:read', 'invoices:write'], now: NOW });

let letters = 0;
/** Somebody sent it by mistake. */
const privateLetter = async (): Promise<string> => {
  const content_base64 = Buffer.from(`Dear Ana, ${(letters += 1)}`).toString('base64');
  const got = await client().receive_document({ file_name: 'letter.jpg', content_base64 });
  return got.received_document?.id ?? '';
};

type Ids = Readonly<Record<string, string | readonly string[]>>;
/** What must be there before a command that begins so; the first that fits. */
const GIVEN: Readonly<Record<string, () => Promise<Ids>>> = {
  'entity create': async () => ({ orgn: (await admin.json('org', 'create', '--name', 'Otra')).id }),
  'entity update enti_… --small-business': async () => ({ enti: service.entities.de }),
  'org update': async () => ({ orgn: (await admin.json('org', 'create', '--name', 'Otra')).id }),
  'approval reject': async () => ({ aprv: (await pending()).request }),
  'approval approve aprv_… aprv_…': async () => ({
    aprv: [(await pending()).request, (await pending()).request],
  }),
  'approval ': async () => ({ aprv: (await pending()).request }),
  'invoice update': async () => ({ invc: await office.draft('de') }),
  'invoice attach': async () => ({ invc: await office.draft('de') }),
  'invoice duplicate': async () => ({ invc: await office.draft('mx') }),
  'invoice submit': async () => ({ invc: await office.draft('mx') }),
  'invoice discard': async () => ({ invc: await office.draft('mx') }),
  'invoice document invc_… --kind acuse': async () => {
    const id = await owed();
    await admin.json('invoice', 'void', id, '--by', BY, '--reason', '02');
    return { invc: id };
  },
  'invoice ': async () => ({ invc: await owed() }),
  'payment apply': async () => {
    const invoice_id = await owed();
    const { id } = await client().record_invoice_payment({ invoice_id });
    const credit = await admin.json('invoice', 'credit', invoice_id, '--by', BY);
    await admin.json('approval', 'approve', credit.approval_id, '--by', BY);
    return { ipay: id, invc: await owed() };
  },
  'payment return': async () => {
    const invoice_id = await owed(900);
    return {
      ipay: (await client().record_invoice_payment({ invoice_id })).id,
      btxn: await bankLine(-1047, '2026-11-21'),
    };
  },
  'payment reverse': async () => {
    const invoice_id = await owed();
    return { ipay: (await client().record_invoice_payment({ invoice_id })).id };
  },
  'audit list --org orgn_… --key': async () => ({ akey: await connected() }),
  'audit list': async () => ({ invc: await office.draft('mx') }),
  'audit export --org orgn_… --record': async () => ({ invc: await office.draft('mx') }),
  'audit show': async () => ({
    audt: (await admin.json('audit', 'list', '--limit=10', `--org=${service.organisation_id}`)).data[0].id,
  }),
  'payment list': async () => ({ invc: await owed() }),
  'complement submit': async () => ({ cmpl: await refusedComplement() }),
  'key request approve': async () => ({ akrq: await wantedKey() }),
  'change approve': async () => ({ chrq: await wantedChange() }),
  'webhook test': async () => ({ whep: await webhook() }),
  'webhook deliveries': async () => ({ whep: await webhook() }),
  'cancellation approve': async () => ({ cnrq: await wantedCancellation() }),
  'cancellation reject': async () => ({ cnrq: await wantedCancellation() }),
  'statement import': async () => ({ bacc: await bankAccount() }),
  'bank match undo': async () => {
    const invoice_id = await owed(700);
    const transaction_id = (await bankLine(812)) as BankTransactionId;
    await client().confirm_bank_match({ transaction_id, matched_record_id: invoice_id });
    return { btxn: transaction_id };
  },
  'bank match link': async () => {
    const invoice_id = await owed();
    return { btxn: await bankLine(1160), ipay: (await client().record_invoice_payment({ invoice_id })).id };
  },
  'counterparty alias create': async () => ({
    ctpy: (
      await client().create_counterparty({
        name: 'Telmex',
        is_supplier: true,
        postal_code: '06500',
        country_details: { rfc: 'TME840315KT6', fiscal_regime_code: '601' },
      })
    ).id,
  }),
  'app update': async () => ({ akey: await connected() }),
  'app show': async () => ({ akey: await connected() }),
  'app revoke': async () => ({ akey: await connected() }),
  'app client create': async () => ({ orgn: (await admin.json('org', 'create', '--name', 'Otra')).id }),
  'app client update': async () => ({
    ocli: (
      await admin.json('app', 'client', 'create', `--org=${service.organisation_id}`, '--name=Copilot Studio')
    ).id,
  }),
  'inbox book': async () => {
    const content_base64 = fileOf(bill());
    const got = await service
      .client(service.keys.de)
      .receive_document({ file_name: 'a.xml', content_base64 });
    return { rdoc: got.received_document?.id ?? '' };
  },
  'inbox show': async () => ({ rdoc: await privateLetter() }),
  'inbox document': async () => ({ rdoc: await privateLetter() }),
  'inbox reject': async () => ({ rdoc: await privateLetter() }),
  'archive delete': async () => {
    const id = await privateLetter();
    await admin.json('inbox', 'reject', id, '--by', BY, '--reason', 'Private');
    return { rdoc: id };
  },
  'bank no-match': async () => ({ btxn: await bankLine(77) }),
};

const FILES: Record<string, string | Uint8Array> = {
  'customers.csv': 'name,country_code,is_customer\nHotel Aurora,FR,true\n',
  'changes.json': '{"notes": "Thank you", "title": null}',
  'hours.pdf': '%PDF-1.4\n%%EOF\n',
  'lines.json': '[{"line": 1, "quantity": 1}]',
  'checkpoints.ndjson': '',
  'rechnung.xml': '<Invoice/>',
  'march.csv': 'Date,Description,Amount\n2026-11-02,Deposit,100\n',
};

/** What a command writes. */
const WRITTEN: ReadonlySet<string> = new Set([
  'books.folio',
  'trail.ndjson',
  'excerpt.ndjson',
  'archive-2026.zip',
  'original.xml',
]);

/** The command with ids for what stands for them, and files of the test's folder. */
const fill = async (command: string): Promise<string[]> => {
  const key = Object.keys(GIVEN).find((start) => command.startsWith(start));
  const ids: Ids = {
    orgn: service.organisation_id,
    enti: service.entities.mx,
    ...(await GIVEN[key ?? '']?.()),
  };
  const left = new Map(Object.entries(ids).map(([prefix, given]) => [prefix, [given].flat()]));
  return words(command).map((word) => {
    const [, prefix] = /^([a-z]{4})_…$/.exec(word) ?? [];
    if (prefix !== undefined)
      return left.get(prefix)?.shift() ?? assert.fail(`${command}: nothing for ${word}`);
    if (WRITTEN.has(word)) return join(admin.folder, word);
    if (word === 'folio+…') return publicKey;
    const content = FILES[word];
    return content === undefined ? word : admin.file(word, content);
  });
};

/** What says so of the state of these books, rather than of the command. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'audit accept': /^Every record is what its last change made of it/,
  'restore books.folio': /^The database \w+ is not empty/,
  'invoice not-filed': /^Only of an unclear filing .* the filing status of invc_\w+ is: filed/,
};

describe('the README and the guides show commands that work', () => {
  for (const command of COMMANDS) {
    test(command, async () => {
      const { code, out, err } = await admin.run(...(await fill(command)));
      // What is told beside content on standard output is no failure.
      const failure = err.replaceAll(/^(?:Warning: .*|rows +\d+|bytes +\d+)\n/gm, '');
      const expected = REFUSED[command.split(' ').slice(0, 2).join(' ')];
      if (expected !== undefined) return assert.match(failure, expected);
      assert.deepEqual({ code, failure }, { code: 0, failure: '' });
      assert.notEqual(out, '');
      // The service knows a company for as long as a key: what is submitted meanwhile is of before.
      if (command.startsWith('entity update')) await pause(SERVICE.windows.key_cache_ms);
    });
  }

  test('curl', async (t) => {
    const line = LINES.find((each) => each.startsWith('curl ')) ?? '';
    const env = { ...process.env, KEY: service.keys.mx };
    if (spawnSync('curl', ['--version']).status !== 0) return t.skip('curl is not installed');
    const { stdout } = await run('sh', ['-c', line.replace('http://127.0.0.1:3000/mcp', service.url)], {
      env,
    });
    assert.match(stdout, /"structuredContent":\{"object":"list"/);
  });

  test('every npm script that they name', () => {
    const { scripts } = readJson('package.json') as {
      scripts: Record<string, string>;
    };
    const text = PAGES.map((page) => readFileSync(page, 'utf8')).join('\n');
    const named = [...text.matchAll(/`?npm (?:run )?(?:--silent )?([a-z:]+)/g)];
    const known = new Set([...Object.keys(scripts), 'pack', 'install', 'link', 'and']);
    assert.deepEqual(
      [...new Set(named.map(([, name = '']) => name))].filter((name) => !known.has(name)),
      [],
    );
  });

  test('and nothing else but what other tests run, and what needs programs of others', () => {
    const { dependencies } = readJson('test/long/conformance/package.json') as {
      dependencies: Record<string, string>;
    };
    const inspector = '@modelcontextprotocol/inspector';
    assert.ok(LINES.some((line) => line.includes(`${inspector}@${dependencies[inspector]} `)));
    const others = LINES.filter((line) => !line.startsWith(PREFIX) && !line.startsWith('curl '));
    assert.deepEqual(
      others.map((line) => line.split(' ').slice(0, 3).join(' ')),
      [
        'npm start',
        'npm test',
        'claude mcp add',
        `code --add-mcp '{"name":"folio","type":"http","url":"https://books.example.com/mcp"}'`,
        'npx -y -p',
        'npm pack ./generated/client',
        'npm install ./folio-client-0.1.0.tgz',
        'npm link',
        'source <(folio-admin completion',
      ],
    );
  });
});
