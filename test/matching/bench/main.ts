// `npm run bench:matching [-- --quick | --through-tool | --plain-rules | --only SECTION | --worlds fitted|other|everyday
// | --seeds N | --sizes 200,2000 | --write | --wrong FILE]`: how well the matcher does on worlds whose seeds it was never fitted or tuned on, what it costs, and how
// simple rules do on the same lines. The full run, or --write, writes RESULTS.md and reliability.svg beside this folder. A precision
// under its floor ends it with code 1.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from '../../../src/base/package-root.ts';
import { summarise } from '../score.ts';
import { reliabilityDiagram } from './diagram.ts';
import { type BenchOptions, readOptions, SECTIONS } from './options.ts';
import { makeReport } from './report.ts';
import { measureBaselines } from './sizes.ts';
import { benchThroughTool } from './through-tool.ts';

const benchMemory = async (options: BenchOptions): Promise<void> => {
  const { words, standard, wrong, failed } = await makeReport(options);
  console.log(words);
  if (options.wrong !== undefined) writeFileSync(options.wrong, wrong.join('\n'));
  if (failed) process.exitCode = 1;
  const isFull =
    !options.quick &&
    options.seeds === undefined &&
    options.sections.length === SECTIONS.length &&
    options.generators.length === 3;
  if (!isFull && !options.write) return;
  const folder = join(packageRoot(), 'test', 'matching');
  const { byProbability, byConfidence } = summarise(standard);
  writeFileSync(join(folder, 'RESULTS.md'), words);
  writeFileSync(join(folder, 'reliability.svg'), reliabilityDiagram(byProbability, byConfidence));
  console.log(`written: ${folder}/RESULTS.md and reliability.svg`);
};

const options = readOptions(process.argv.slice(2));
if (options.throughTool) await benchThroughTool(options.quick ? 2_000 : 20_000);
else if (options.plainRules) console.log(await measureBaselines());
else await benchMemory(options);
