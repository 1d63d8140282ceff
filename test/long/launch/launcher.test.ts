// The launcher on a small checkout of its own: the compiler and the pages' scripts are the real ones, the program is
// a few lines.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packageRoot } from '../../../src/base/package-root.ts';

const checkout = mkdtempSync(join(tmpdir(), 'folio-launch-test-'));
const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

before(() => {
  const parts = ['src/launch', 'src/console/client', 'src/console/styles', 'src/base/stack.ts'];
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', ...parts]) {
    cpSync(join(packageRoot(), file), join(checkout, file), { recursive: true });
  }
  symlinkSync(join(packageRoot(), 'node_modules'), join(checkout, 'node_modules'));
  mkdirSync(join(checkout, 'src/start'), { recursive: true });
});
after(() => rmSync(checkout, { recursive: true, force: true }));

const write = (path: string, text: string): void => writeFileSync(join(checkout, path), text);
const launchIn = (folder: string, ...args: string[]) =>
  spawnSync(process.execPath, ['src/launch/launch.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: environment,
  });
const launch = (...args: string[]) => launchIn(checkout, ...args);

test('an admin command prints its own output and nothing else, and keeps its exit code', () => {
  write('src/start/admin.ts', 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7;\n');
  const first = launch('admin', 'org', 'create', '--json');
  assert.equal(first.stdout, '["org","create","--json"]\n');
  assert.equal(first.stderr, 'Building ...\n');
  assert.equal(first.status, 7);
  const second = launch('admin', 'x');
  assert.deepEqual([second.stdout, second.stderr], ['["x"]\n', '']);
});

test('outputs of removed sources do not stay behind', () => {
  write('src/old.ts', 'export const old = 1;\n');
  launch('admin');
  assert.ok(existsSync(join(checkout, 'dist/src/old.js')));
  rmSync(join(checkout, 'src/old.ts'));
  launch('admin');
  assert.ok(!existsSync(join(checkout, 'dist/src/old.js')));
  assert.ok(!existsSync(join(checkout, 'dist/src/old.js.map')));
});

test('an output that was lost is built again', () => {
  rmSync(join(checkout, 'dist/src/start/admin.js'));
  rmSync(join(checkout, 'dist/.built-from'));
  assert.equal(launch('admin').stdout, '[]\n');
});

test('a copy without the times of its files is not built again, wherever it lies', (t) => {
  write('src/start/admin.ts', 'console.log(JSON.stringify(process.argv.slice(2)));\n');
  launch('admin');
  const copy = join(mkdtempSync(join(tmpdir(), 'folio-launch-copy-')), 'Bücher des Jahres');
  t.after(() => rmSync(join(copy, '..'), { recursive: true, force: true }));
  cpSync(checkout, copy, { recursive: true, verbatimSymlinks: true });
  symlinkSync(copy, `${copy} 2`);
  for (const folder of [copy, `${copy} 2`]) {
    const { stdout, stderr } = launchIn(folder, 'admin', 'ä ö');
    assert.deepEqual([stdout, stderr], ['["ä ö"]\n', '']);
  }
  writeFileSync(join(copy, 'src/start/admin.ts'), "console.log('other');\n");
  const { stdout, stderr } = launchIn(copy, 'admin');
  assert.deepEqual([stdout, stderr], ['other\n', 'Building ...\n']);
});

test('a build that was killed is made anew, and nothing of it stays', { timeout: 60_000 }, async () => {
  write('src/start/admin.ts', "console.log('whole');\n");
  const child = spawn(process.execPath, ['src/launch/launch.mjs', 'admin'], {
    cwd: checkout,
    env: environment,
  });
  await once(child.stderr, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  write('dist/bin/admin.js.99999', 'half a pro');
  const { stdout, stderr } = launch('admin');
  assert.deepEqual([stdout, stderr], ['whole\n', 'Building ...\n']);
  assert.deepEqual(
    readdirSync(join(checkout, 'dist/bin')).filter((name) => !/\.(js|map|json)$/.test(name)),
    [],
  );
});

test('a service that runs finds its parts after one build, and they are gone after the next', () => {
  const partsAfter = (word: string): string[] => {
    write('src/start/part.ts', `export const word = '${word}';\n`);
    write('src/start/admin.ts', "console.log((await import('./part.ts')).word);\n");
    assert.equal(launch('admin').stdout, `${word}\n`);
    return readdirSync(join(checkout, 'dist/bin')).filter((name) => /^part-.*\.js$/.test(name));
  };
  const [first = ''] = partsAfter('one').slice(-1);
  assert.ok(partsAfter('two').includes(first));
  assert.ok(!partsAfter('three').includes(first));
  rmSync(join(checkout, 'src/start/part.ts'));
});

test('a stack trace names the sources, of a program, of a part loaded later and of a thread', () => {
  write(
    'src/start/part.ts',
    `
export const fail = (): never => {
  throw new Error('in a part');
};
`,
  );
  const head = "import { nameSources } from '../base/stack.ts';\nnameSources();\n";
  write(
    'src/start/work-thread.ts',
    `${head}const wait: string = 'thread';\nthrow new Error(\`in a \${wait}\`);\n`,
  );
  write(
    'src/start/admin.ts',
    `import { Worker } from 'node:worker_threads';
${head}interface Told { readonly stack: string }
const failHere = async (): Promise<void> => {
  throw new Error('here');
};
for (const work of [failHere, async () => (await import('./part.ts')).fail()])
  await work().catch((error: Error) => console.log(error.stack));
new Worker(new URL('./work-thread.js', import.meta.url)).on('error', (error: Error) => {
  const { stack } = error as Told;
  console.log(stack);
  throw Object.assign(new Error('at last'), { name: 'LastError' });
});
`,
  );
  const { stdout, stderr } = launch('admin');
  const here = (name: string, line: number): RegExp =>
    new RegExp(`at .*${checkout}/src/start/${name}:${line}:\\d+`);
  assert.match(stdout, /^Error: here\n/);
  assert.match(stdout, here('admin.ts', 6));
  assert.match(stdout, /Error: in a part\n/);
  assert.match(stdout, here('part.ts', 3));
  assert.match(stdout, /Error: in a thread\n/);
  assert.match(stdout, here('work-thread.ts', 4));
  assert.match(stderr, /at last\n/);
  assert.match(stderr, here('admin.ts', 13));
  for (const name of ['part', 'work-thread']) rmSync(join(checkout, `src/start/${name}.ts`));
  write('src/start/admin.ts', 'console.log(JSON.stringify(process.argv.slice(2)));\n');
});

test('a source that does not compile stops the start with the compiler’s words', () => {
  write('src/broken.ts', 'export const broken: number = "x";\n');
  const { status, stdout, stderr } = launch('admin');
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /src\/broken\.ts\(1,14\): error TS2322: .*\nThe build failed; see above\.\n$/);
  rmSync(join(checkout, 'src/broken.ts'));
  assert.equal(launch('admin').stdout, '[]\n');
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(
    `${signal} reaches the service through npm, which waits for its end`,
    { timeout: 30_000 },
    async () => {
      write(
        'src/start/main.ts',
        `process.once('${signal}', () => setTimeout(() => { console.log('ended'); process.exit(0); }, 300));
       setInterval(() => undefined, 1_000);
       console.log('ready');\n`,
      );
      const npm = spawn('npm', ['start', '--silent'], {
        cwd: checkout,
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (text.includes('ready')) npm.kill(signal);
      });
      const [status] = (await once(npm, 'close')) as [number | null];
      assert.deepEqual([status, output], [0, 'Building ...\nready\nended\n']);
    },
  );
}

test('a service whose shell dies ends as if it had got the signal itself', { timeout: 30_000 }, async () => {
  write(
    'src/start/main.ts',
    `process.once('SIGTERM', () => { console.log('ended'); process.exit(0); });
     setInterval(() => undefined, 1_000);
     console.log('ready');\n`,
  );
  const shell = spawn('sh', ['-c', `"${process.execPath}" src/launch/launch.mjs start; true`], {
    cwd: checkout,
    env: { ...environment, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (text.includes('ready')) shell.kill('SIGTERM');
  });
  // The pipe closes when the service itself has ended, not only its shell.
  await once(shell.stdout, 'close');
  assert.equal(output, 'Building ...\nready\nended\n');
});

test('three launches at once build once', { timeout: 60_000 }, async () => {
  write('src/start/admin.ts', 'console.log("done");\n');
  rmSync(join(checkout, 'dist'), { recursive: true });
  const launches = [1, 2, 3].map(async () => {
    const child = spawn(process.execPath, ['src/launch/launch.mjs', 'admin'], {
      cwd: checkout,
      env: environment,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await once(child, 'close');
    return { stdout, stderr };
  });
  const results = await Promise.all(launches);
  assert.deepEqual(
    results.map(({ stdout }) => stdout),
    ['done\n', 'done\n', 'done\n'],
  );
  assert.equal(results.filter(({ stderr }) => stderr.includes('Building')).length, 1);
});

test('a test run without a fitting test file fails', () => {
  assert.deepEqual([launch('test').status, launch('test').stderr], [1, 'No test file fits.\n']);
});

test('an unknown command gets the usage', () => {
  const { status, stderr } = launch('sing');
  assert.equal(status, 1);
  assert.match(stderr, /^usage: /);
});
