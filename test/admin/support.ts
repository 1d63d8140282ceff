// Runs admin commands on the database of a test: in this process, or as the real program.
import { programFile } from '../support/programs.ts';
import { exitCodeOf } from '../../src/admin/failure.ts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runAdmin } from '../../src/admin/run.ts';
import type { Terminal } from '../../src/admin/terminal.ts';
import { ADMIN_PARTS } from '../../src/start/admin-parts.ts';

export const NOW = new Date('2026-11-21T12:00:00.000Z');

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Admin {
  /** A folder of the test's own. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The command as given. */
  run(...args: string[]): Promise<Outcome>;
  /** As a person at a terminal who types this when asked. */
  asked(typed: string, ...args: string[]): Promise<Outcome & { readonly questions: readonly string[] }>;
  /** With `--json`; the command must succeed without a word on standard error. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields that it expects
  json(...args: string[]): Promise<any>;
  /** With `--json`; the command must fail with exit code 1 and nothing on standard output. */
  refused(...args: string[]): Promise<{ code: string; message: string }>;
  /** A file in the test's folder. */
  file(name: string, content: string | Uint8Array): string;
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Gone when the test process ends. */
export const temporaryFolder = (prefix: string): string => {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  folders.push(folder);
  return folder;
};

export const adminOn = (
  url: string,
  now: Date = NOW,
  extra: Readonly<Record<string, string>> = {},
): Admin => {
  const folder = temporaryFolder('folio-admin-');
  const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), ...extra };
  const runOn = async (terminal: Terminal | undefined, args: readonly string[]): Promise<Outcome> => {
    let out = '';
    let err = '';
    const code = await runAdmin(
      args,
      {
        environment,
        out: (text) => (out += text),
        err: (text) => (err += text),
        now: () => now,
        terminal,
      },
      async () => ADMIN_PARTS,
    );
    return { code, out, err };
  };
  const run = (...args: string[]): Promise<Outcome> => runOn(undefined, args);
  return {
    folder,
    environment,
    run,
    asked: async (typed, ...args) => {
      const questions: string[] = [];
      const ask = async (question: string): Promise<string> => {
        questions.push(question);
        return typed;
      };
      const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
      const outcome = await runOn({ ask, stream: stream as unknown as Terminal['stream'] }, args);
      return { ...outcome, questions };
    },
    json: async (...args) => {
      const { code, out, err } = await run(...args, '--json');
      assert.equal(err, '');
      assert.equal(code, 0);
      return JSON.parse(out);
    },
    refused: async (...args) => {
      const { code, out, err } = await run(...args, '--json');
      assert.equal(out, '');
      const { error } = JSON.parse(err) as { error: { code: string; message: string } };
      assert.equal(code, exitCodeOf(error), `the exit code of ${error.code}`);
      return error;
    },
    file: (name, content) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
};

/** The words that start the real program as the launcher starts it. */
export const PROGRAM: readonly string[] = [process.execPath, programFile('admin')];

export const startProgram = (environment: Readonly<Record<string, string>>, args: readonly string[]) => {
  const [node = '', ...program] = PROGRAM;
  return spawn(node, [...program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

export const runProgram = (
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = startProgram(environment, args);
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    child.on('close', (code) => resolve({ code: code ?? -1, out, err }));
  });

export const ndjson = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** An organisation with a member and one entity in Mexico. */
export const anOrganisation = async (admin: Admin) => {
  const { id: org } = await admin.json('org', 'create', '--name', 'Despacho Ibarra');
  await admin.json('member', 'add', '--org', org, '--email', 'Ana@Ibarra.example', '--name', 'Ana Ibarra');
  const { id: entity } = await admin.json(...mxEntity(org));
  return { org: String(org), entity: String(entity), by: 'ana@ibarra.example' };
};

export const mxEntity = (org: string, taxId = 'CAS180312KQ0'): string[] => [
  'entity',
  'create',
  `--org=${org}`,
  '--name=CAFE ALTURA DEL SUR',
  '--country=MX',
  `--tax-id=${taxId}`,
  '--postal-code=06600',
  '--fiscal-regime=601',
];

export const deEntity = (org: string, vatId = 'DE312847567'): string[] => [
  'entity',
  'create',
  `--org=${org}`,
  '--name=Nordlicht Software GmbH',
  '--country=DE',
  `--vat-id=${vatId}`,
  '--postal-code=20457',
  '--street=Am Sandtorkai 50',
  '--city=Hamburg',
  '--contact-name=Buchhaltung',
  '--contact-email=rechnung@nordlicht.example',
  '--contact-phone=+49 40 5550110',
];
