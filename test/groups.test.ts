// The processes that run many test files: each file is told under its own name, its hooks are its own, and one that
// leaves something behind for those after it fails.
// Runs alone: it mostly waits for the programs that it starts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../src/base/package-root.ts';

const [GROUP, COUNT_FAILURES] = ['test-group', 'count-failures'].map(
  (name) => pathToFileURL(join(packageRoot(), `src/launch/${name}.mjs`)).href,
);
const PASSING = "test('passes', () => undefined);";

/** Runs the files, given by their code, as one process of a run does. */
const runGroup = (t: TestContext, code: Readonly<Record<string, string>>, shares = 1) => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-groups-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = Object.entries(code).map(([name, text]) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(
      path,
      `import assert from 'node:assert'; import { after, before, beforeEach, test } from 'node:test';\n${text}\n`,
    );
    return { name: `test/${name}.test.ts`, path, mark: name };
  });
  const entries = Array.from({ length: shares }, (_, index) => {
    const entry = join(folder, `entry-${index}.mjs`);
    const timing = { fileMs: 3_000, settleMs: 300, lastWordsMs: 300, endMs: 2_000 };
    const given = JSON.stringify({ folder, files, dose: 1, timing });
    writeFileSync(entry, `import { runGroup } from '${GROUP}'; await runGroup(${given});`);
    return entry;
  });
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_TEST_CONTEXT'),
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      '--test-reporter=tap',
      '--test-reporter-destination=stdout',
      `--test-reporter=${COUNT_FAILURES}`,
      `--test-reporter-destination=${join(folder, 'failed')}`,
      ...entries,
    ],
    { encoding: 'utf8', env },
  );
  const failed = readFileSync(join(folder, 'failed'), 'utf8');
  return {
    // As the launcher judges.
    status: status === 0 && failed !== '0' ? 1 : status,
    told: stdout + stderr,
    /** Whether each file passed, as the report says. */
    passed: Object.fromEntries(
      [...stdout.matchAll(/^( *)(not )?ok \d+ - test\/(\S+)\.test\.ts$/gm)].map(([, , not, name]) => [
        name,
        not === undefined,
      ]),
    ),
    ended: Object.keys(code).filter((name) => existsSync(join(folder, `${name}.done`))),
    took: (name: string) => JSON.parse(readFileSync(join(folder, `${name}.done`), 'utf8')) as object,
  };
};

test('the hooks of a file are run for its own tests alone', (t) => {
  const { status, passed, told, took } = runGroup(t, {
    first: `globalThis.seen = [];
      before(() => seen.push('before')); beforeEach(() => seen.push('each')); after(() => seen.push('after'));
      test('one', () => undefined); test('two', () => undefined);`,
    second: "test('sees all', () => assert.deepEqual(seen, ['before', 'each', 'each', 'after']));",
  });
  assert.deepEqual([status, passed], [0, { first: true, second: true }], told);
  assert.deepEqual(Object.keys(took('first')), ['wall', 'cpu']);
});

test('the processes of a run share its files', (t) => {
  const names = Array.from({ length: 8 }, (_, index) => `file-${index}`);
  const { status, passed, told } = runGroup(t, Object.fromEntries(names.map((name) => [name, PASSING])), 2);
  assert.deepEqual([status, passed], [0, Object.fromEntries(names.map((name) => [name, true]))], told);
  assert.equal(told.match(/# Subtest: passes/g)?.length, 8);
});

describe('what a file leaves behind', () => {
  const LEFT: Readonly<Record<string, readonly [code: string, told: RegExp]>> = {
    timer: ['setInterval(() => undefined, 1_000);', /an open Timeout/],
    server: [
      "import { createServer } from 'node:net'; before((_, done) => createServer().listen(0, '127.0.0.1', done));",
      /an open TCPServerWrap/,
    ],
    connection: [
      `import { connect, createServer } from 'node:net';
       before((_, done) => {
         const server = createServer(() => server.close()).listen(0, '127.0.0.1', () => connect(server.address().port, done));
       });`,
      /an open TCPSocketWrap/,
    ],
    program: [
      `import { spawn } from 'node:child_process';
       before(() => void spawn(process.execPath, ['-e', 'setTimeout(() => 0, 15000)'], { stdio: 'ignore' }));`,
      /an open ProcessWrap/,
    ],
    variable: ["process.env.LEFT = 'here';", /a changed variable LEFT/],
    removed: ['delete process.env.PATH;', /a changed variable PATH/],
    folder: ["process.chdir('/');", /another working folder/],
  };
  for (const [name, [code, told]] of Object.entries(LEFT)) {
    test(`${name}: the file fails, and the one after it does not`, (t) => {
      const group = runGroup(t, {
        [name]: `${code} ${PASSING}`,
        next: `${PASSING} test('finds all as it was', () => {
          assert.equal(process.env.LEFT, undefined);
          assert.notEqual(process.env.PATH, undefined);
          assert.notEqual(process.cwd(), '/');
        });`,
      });
      assert.equal(group.status, 1, group.told);
      assert.deepEqual(group.passed, { [name]: false, next: true }, group.told);
      assert.match(group.told, told);
    });
  }
});

test('a file that cannot be loaded fails, and those after it run', (t) => {
  const { status, passed } = runGroup(t, { broken: "throw new Error('no');", next: PASSING });
  assert.deepEqual([status, passed], [1, { broken: false, next: true }]);
});

test('a file that ends the process is named, and those after it have not ended', (t) => {
  const { status, told, ended } = runGroup(t, {
    first: PASSING,
    exits: "test('exits', () => process.exit(0));",
    next: PASSING,
  });
  assert.notEqual(status, 0);
  assert.match(told, /The process of the tests ended during test\/exits\.test\.ts\./);
  assert.deepEqual(ended, ['first']);
});

test('a hook of a file that fails is told with the file, what it left too, and those after it run', (t) => {
  const { status, told, passed } = runGroup(t, {
    hook: `after(() => { throw new Error('not closed'); }); setInterval(() => undefined, 1_000); ${PASSING}`,
    next: PASSING,
  });
  assert.deepEqual([status, passed], [1, { hook: false, next: true }], told);
  assert.match(told, /not closed/);
  assert.match(told, /an open Timeout/);
});

test('what helpers find after a file fails it', (t) => {
  const check = "globalThis[Symbol.for('folio.test.checks')].push(() => globalThis.found ?? []);";
  const { status, told, passed } = runGroup(t, {
    quiet: `${check} ${PASSING}`,
    loud: `globalThis.found = ['a statement of two companies']; ${PASSING}`,
  });
  assert.deepEqual([status, passed], [1, { quiet: true, loud: false }], told);
  assert.match(told, /a statement of two companies/);
});

test('a thread that is left lets no run wait for long', (t) => {
  const { status, told } = runGroup(t, {
    thread: `import { Worker } from 'node:worker_threads';
      new Worker('setInterval(() => undefined, 1_000)', { eval: true }); ${PASSING}`,
  });
  assert.notEqual(status, 0);
  assert.match(told, /does not end; test\/thread\.test\.ts was its last file/);
});

test('an error outside of a test is told with the file', (t) => {
  const { status, told } = runGroup(t, {
    rejects: "test('passes', () => void Promise.reject(new Error('nobody waits')));",
    next: PASSING,
  });
  assert.notEqual(status, 0);
  assert.match(told, /An error outside of a test during or after test\/rejects\.test\.ts/);
});

test('a file that hangs is named', (t) => {
  const { status, told, ended } = runGroup(t, {
    first: PASSING,
    hangs: "test('hangs', () => new Promise((resolve) => setTimeout(resolve, 20_000)));",
  });
  assert.notEqual(status, 0);
  assert.match(told, /test\/hangs\.test\.ts did not end within 3000 ms\./);
  assert.deepEqual(ended, ['first']);
});
