// Runs the official conformance suite and the Inspector against the real service on a real database:
// `npm run conformance`. The runner has no option for headers, and both need Node 22, so a loopback proxy adds the key,
// and runner, Inspector and their Node come from the packages locked beside this file.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { SERVICE } from '../../../generated/service.ts';
import { startTestService } from '../../support/service.ts';
import { runAuthorization } from './authorization.ts';

const SOURCE = resolve('test/long/conformance');
const HOME = resolve('.data/conformance');
const NODE_22 = join(HOME, 'node_modules/node/bin/node');
const RUNNER = join(HOME, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const RESULTS = join(HOME, 'results');
const INSPECTOR = join(HOME, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

/** Scenarios that must pass without any baseline. */
const HARD: readonly (readonly [version: string, scenarios: readonly string[]])[] = [
  [
    '2026-07-28',
    [
      'tools-list',
      'prompts-list',
      'resources-list',
      'sep-2164-resource-not-found',
      'caching',
      'dns-rebinding-protection',
      'http-header-validation',
      'server-sse-multiple-streams',
    ],
  ],
  [
    '2025-11-25',
    ['server-initialize', 'ping', 'tools-list', 'prompts-list', 'resources-list', 'dns-rebinding-protection'],
  ],
  ['2025-06-18', ['server-initialize', 'ping', 'tools-list', 'prompts-list', 'resources-list']],
];
/** Requirement sets, whose baselines hold only checks of features that Folio does not offer. */
const SETS = ['2026-07-28', '2025-11-25'] as const;

const install = (): void => {
  const lock = join(SOURCE, 'package-lock.json');
  const installed = join(HOME, 'package-lock.json');
  if (existsSync(INSPECTOR) && existsSync(installed) && readFileSync(lock).equals(readFileSync(installed)))
    return;
  mkdirSync(HOME, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    const from = name === '.npmrc' ? resolve(name) : join(SOURCE, name);
    cpSync(from, join(HOME, name));
  }
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HOME, stdio: 'inherit' });
  if (status !== 0) throw new Error('the conformance runner could not be installed');
};

/** Forwards everything as it came, Host and Origin included, and adds the key. */
const startProxy = async (target: string, secret: string): Promise<{ url: string; close: () => void }> => {
  const { hostname, port } = new URL(target);
  const proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${secret}` };
    const { method, url: path } = incoming;
    const forwarded = request({ hostname, port, method, path, headers, setHost: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
    });
    forwarded.on('error', () => answer.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((done) => {
    proxy.listen(0, '127.0.0.1', done);
  });
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  return { url, close: () => proxy.close() };
};

/** The runner in a process of its own; the service answers from this one meanwhile. */
const run = (args: readonly string[]): Promise<boolean> =>
  new Promise((done, fail) => {
    const child = spawn(NODE_22, [RUNNER, 'server', ...args, '--output-dir', RESULTS], { cwd: HOME });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => {
      console.log(
        `${code === 0 ? 'ok  ' : 'FAIL'} ${args.slice(2).join(' ').replaceAll(SOURCE, 'test/long/conformance')}`,
      );
      if (code !== 0) console.log(text);
      done(code === 0);
    });
  });

interface Inspected {
  readonly schemaFindings: readonly {
    readonly toolName: string;
    readonly findings: readonly { readonly rule: string; readonly schema: string; readonly path: string }[];
  }[];
}

/** What the Inspector says of the published schemas, less the types of fields that may be null, which have no other form. */
const inspect = async (url: string): Promise<boolean> => {
  const args = [
    '--cli',
    url,
    '--transport',
    'http',
    '--method',
    'tools/list',
    '--strict',
    '--format',
    'json',
  ];
  const { stdout } = await promisify(execFile)(NODE_22, [INSPECTOR, ...args], { maxBuffer: 16_000_000 });
  const { schemaFindings = [] } = JSON.parse(stdout) as Partial<Inspected>;
  const faults = schemaFindings.flatMap(({ toolName, findings }) =>
    findings
      .filter(({ rule, schema }) => schema !== 'outputSchema' || rule !== 'type-union')
      .map(({ rule, schema, path }) => `${toolName} ${schema} ${path}: ${rule}`),
  );
  console.log([`${faults.length === 0 ? 'ok  ' : 'FAIL'} inspector --strict`, ...faults].join('\n'));
  return faults.length === 0;
};

const main = async (): Promise<void> => {
  install();
  const service = await startTestService();
  const proxy = await startProxy(service.url, service.keys.organisation);
  const results: boolean[] = [];
  try {
    for (const [version, scenarios] of HARD) {
      for (const scenario of scenarios) {
        results.push(await run(['--url', proxy.url, '--scenario', scenario, '--spec-version', version]));
      }
    }
    results.push(await inspect(proxy.url));
    for (const revision of SETS) {
      const baseline = join(SOURCE, `expected-${revision}.yml`);
      results.push(
        await run(['--url', proxy.url, '--requirements', revision, '--expected-failures', baseline]),
      );
    }
  } finally {
    proxy.close();
    await service.close();
  }
  results.push(...(await runAuthorization({ node: NODE_22, script: RUNNER, home: HOME, output: RESULTS })));
  const failed = results.filter((passed) => !passed).length;
  console.log(`${SERVICE.name}: ${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

await main();
