// `npm run bench:floods [-- SECONDS [PART OF A NAME]]`: how long an honest client waits beside each flood. Exit code 1 when
// one of its calls failed, or its p99 is more than three times that without a flood.
import { FLOODS } from './floods.ts';
import { runFloods } from './run.ts';

const MAX_RATIO = 3;
const [seconds = '15', part = ''] = process.argv.slice(2);
const names = Object.keys(FLOODS).filter((name) => name.includes(part));
const ms = (value: number): string => value.toFixed(1).padStart(9);
let quiet = 0;
let isBroken = false;
console.log(
  '20 honest calls a second of one company; floods are paced and run at a lower priority, in a process of their own',
);
console.log(`${' '.repeat(28)}   p50 ms   p95 ms   p99 ms    ratio  what the flood was answered`);
await runFloods({
  names,
  seconds: Math.min(120, Math.max(1, Number(seconds))),
  onResult({ name, p50, p95, p99, failed, flood }) {
    if (name === 'quiet') quiet = p99;
    const ratio = p99 / quiet;
    if (ratio > MAX_RATIO || failed.length > 0) isBroken = true;
    const answers = Object.entries(flood).map(([status, count]) => `${count} x ${status}`);
    console.log(`${name.padEnd(28)}${[p50, p95, p99, ratio].map(ms).join('')}  ${answers.join(', ')}`);
    for (const fault of failed.slice(0, 3))
      console.log(`  failed (${failed.length}): ${fault.slice(0, 300)}`);
  },
});
process.exitCode = isBroken ? 1 : 0;
