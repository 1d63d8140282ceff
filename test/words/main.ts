// `npm run words [-- own.yaml]`: whether the words that agents bring along are understood, and where an obedient client ends.
import { readPairs } from './pairs.ts';
import { isGood, missesOf, runWords, tableOf } from './run.ts';

const files = process.argv.slice(2);
let good = true;
for (const file of files.length === 0 ? ['pairs.yaml', 'own.yaml'] : files) {
  const results = await runWords(readPairs(file));
  for (const miss of missesOf(results)) console.log(miss);
  console.log(`\n${file}\n${tableOf(results)}\n`);
  good &&= isGood(results);
}
process.exitCode = good ? 0 : 1;
