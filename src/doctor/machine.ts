// Checks the machine: Node version, data directory and disk space, time zone data.
import { readFileSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { COUNTRIES } from '../../generated/countries.ts';
import { packageRoot } from '../base/package-root.ts';
import { isTimeZone } from '../base/time/day.ts';
import { makeFolder } from '../base/files.ts';
import { FREE_MIB_FLOOR } from '../db/space.ts';
import { type Check, fail, formatError, ok, warn } from './check.ts';

/** `>=20.19` as numbers. */
const neededNode = (): readonly [number, number] => {
  const { engines } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const [, major, minor] = /(\d+)\.(\d+)/.exec(engines.node) ?? [];
  return [Number(major), Number(minor)];
};

export const checkNode = (version: string = process.versions.node): Check => {
  const [neededMajor, neededMinor] = neededNode();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor))
    return ok('node', `Node ${version}`);
  const needed = `${neededMajor}.${neededMinor}`;
  return fail('node', `Node ${version} is older than ${needed}.`, `Install Node ${needed} or newer.`);
};

/** One zone with daylight saving time and one without: Node without full ICU data gets at least one wrong. */
const hasZoneData = (): boolean => hourIn('Europe/Berlin') === '12' && hourIn('America/Mexico_City') === '04';

const SUMMER_MORNING = new Date('2026-07-01T10:00:00Z');

const hourIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(SUMMER_MORNING);

export const checkTimeZones = (): Check => {
  const zones = Object.values(COUNTRIES).flatMap((country) => [
    country.time_zone,
    ...Object.values(country.time_zone_by_postal_prefix),
  ]);
  const unknown = [...new Set(zones)].filter((zone) => !isTimeZone(zone));
  const fix = 'Use a Node with full ICU data (the official builds have it).';
  if (unknown.length > 0) return fail('time zones', `Unknown: ${unknown.join(', ')}.`, fix);
  if (!hasZoneData()) return fail('time zones', 'The time zone data is wrong or too old.', fix);
  return ok('time zones', `${new Set(zones).size} zones known, data ${process.versions['tz'] ?? 'unknown'}`);
};

const MIB = 1024 * 1024;
const WARN_BELOW_MIB = 1024;

export const checkDataDir = async (dataDir: string): Promise<Check[]> => {
  try {
    makeFolder(dataDir);
  } catch (error) {
    return [
      fail(
        'data directory',
        `${dataDir} cannot be written: ${formatError(error)}`,
        'Set DATA_DIR to a directory of this user.',
      ),
    ];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / MIB);
  const detail = `${free} MiB free`;
  const fix = 'Free some space, or set DATA_DIR to a directory on a larger disk.';
  const space =
    free < FREE_MIB_FLOOR
      ? fail('disk space', detail, fix)
      : free < WARN_BELOW_MIB
        ? warn('disk space', detail, fix)
        : ok('disk space', detail);
  return [await checkAccess(dataDir), space];
};

const OTHERS = 0o077;
const isOpen = async (path: string): Promise<boolean> => ((await stat(path)).mode & OTHERS) !== 0;

/** A folder that this service made is for its owner alone; one that was there may be meant for others, or be shared. */
const checkAccess = async (dataDir: string): Promise<Check> => {
  if (!(await isOpen(dataDir))) return ok('data directory', `${dataDir} can be written, by its owner alone`);
  const fix = `chmod -R go= ${dataDir}`;
  for (const name of await readdir(dataDir))
    if (PRIVATE.has(name) && (await isOpen(join(dataDir, name))))
      return warn('data directory', `${join(dataDir, name)} may be read by others.`, fix);
  return warn('data directory', `${dataDir} is open to others.`, fix);
};

/** What holds secrets or people's data. */
const PRIVATE: ReadonlySet<string> = new Set(['mail', 'mariadb', 'master.key', 'demo-keys.json']);
