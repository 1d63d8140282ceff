// What `npm start`, `npm test` and `npm run admin` run. Plain JavaScript without dependencies, because on a fresh
// clone nothing is installed or built yet. This file also runs on old versions of Node, to say that they are too old.
const OLDEST = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `Folio needs Node.js ${OLDEST.join('.')} or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

void import('./run.mjs').then(({ run }) => run(process.argv[2], process.argv.slice(3)));
