// A process of its own that uses the private server: says the address, and gives the server up when its input ends.
import { formatDatabaseUrl } from '../../src/db/address.ts';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';

const [, , dataDir] = process.argv;
if (dataDir === undefined) throw new Error('usage: embedded-child DATA_DIR');

const server = await startEmbedded({
  data_dir: dataDir,
  download: true,
  say: (line) => process.stderr.write(`${line}\n`),
  profile: 'test',
});
process.stdout.write(`${formatDatabaseUrl(server.address)}\n`);
process.stdin.on('end', () => void server.stop()).resume();
