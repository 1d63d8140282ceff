// What reading a received document costs: processor time of one process, without a database, and the memory of a process that
// reads nothing else.
import { readFile } from '../../src/receiving/read.ts';
import { testSigner } from '../einvoicing/mx-cfdi/signer.ts';
import { randomOf } from '../property/random.ts';
import { ISSUER, makeCfdi } from '../receiving/cfdi/generate.ts';
import { writeCii } from '../receiving/en16931/cii.ts';
import { drawMeaning } from '../receiving/en16931/meant.ts';
import { writeOdd } from '../receiving/en16931/odd.ts';
import { writeUbl } from '../receiving/en16931/ubl.ts';
import { pdfOf } from '../receiving/support/pdf.ts';

const FILES = 200;
const LINES = 10_000;
const SEED = 4711;

const each = async (what: string, files: readonly Uint8Array[]): Promise<void> => {
  for (const file of files.slice(0, FILES / 4)) await readFile(file);
  const before = process.cpuUsage();
  for (const file of files) await readFile(file);
  const { user, system } = process.cpuUsage(before);
  const kilobytes = files.reduce((sum, { length }) => sum + length, 0) / files.length / 1_000;
  const milliseconds = (user + system) / 1_000 / files.length;
  const peak = process.resourceUsage().maxRSS / 1_024;
  console.log(
    `  ${what.padEnd(28)} ${kilobytes.toFixed(1).padStart(8)} kB  ${milliseconds.toFixed(2).padStart(8)} ms of processor  ${peak.toFixed(0).padStart(5)} MiB at most so far`,
  );
};

export const benchReceived = async (): Promise<void> => {
  const signer = await testSigner(ISSUER);
  const drawn = Array.from({ length: FILES }, (_, index) => randomOf(SEED + index));
  const ubl = drawn.map(
    (random) => writeOdd(...writeUbl(drawMeaning(random), 'urn:cen.eu:en16931:2017'), random).bytes,
  );
  const cii = drawn.map((random) => writeOdd(...writeCii(drawMeaning(random), 'en16931'), random).bytes);
  const [line] = drawMeaning(randomOf(SEED)).lines;
  const long = {
    ...drawMeaning(randomOf(SEED)),
    lines: Array.from({ length: LINES }, () => line ?? never()),
  };
  console.log('\nReceived documents, read');
  await each('UBL', ubl);
  await each('CII', cii);
  await each(
    'PDF with CII',
    cii.map((bytes) => pdfOf({ files: [{ name: 'factur-x.xml', bytes }] })),
  );
  await each(
    'CFDI, seals checked',
    drawn.map((random) => makeCfdi(random, signer).bytes),
  );
  await each(`UBL of ${LINES} lines`, [
    writeOdd(...writeUbl(long, 'urn:cen.eu:en16931:2017'), randomOf(SEED)).bytes,
  ]);
};

const never = (): never => {
  throw new Error('a document without lines');
};
