// `npm run rooms [-- FOLDER]`: the rooms of this project, or of another copy of it.
import { resolve } from 'node:path';

import { printRooms } from './print.ts';

process.stdout.write(printRooms(resolve(process.argv[2] ?? '.')));
