#!/usr/bin/env node
// `folio-admin`, the admin command line from any folder: files are those of the caller, the data is that of this checkout.
import { join } from 'node:path';
import { ROOT } from './root.mjs';

process.env.DATA_DIR ??= join(ROOT, '.data');
process.argv.splice(2, 0, 'admin');
void import('./launch.mjs');
