// Verifies trails, in the database or from a file, and tells what was found and what to do about it.
import type { OrganisationId } from '../../../generated/ids.ts';
import { readVerifier, type Signer, type Verifier } from '../../domain/views/trail/note.ts';
import { Refusal } from '../../base/refusal.ts';
import { listOrganisations } from '../../domain/ground/organisations/store.ts';
import { catchUpLog } from '../../domain/views/trail/log/catch-up.ts';
import {
  headsFolder,
  type KnownHeads,
  knownHeadsIn,
  LogChanged,
} from '../../domain/views/trail/log/known-heads.ts';
import { readHead } from '../../domain/views/trail/store/log.ts';
import { type Fault, MEANINGS } from '../../domain/views/trail/verify/faults.ts';
import type { Verdict } from '../../domain/views/trail/verify/judge.ts';
import { type KeptFile, NONE_KEPT, readKept, withKnown } from '../../domain/views/trail/verify/kept.ts';
import type { ExcerptVerdict } from '../../domain/views/trail/verify/read-excerpt.ts';
import { verifyFile } from '../../domain/views/trail/verify/read-file.ts';
import type { TrailOf } from '../../domain/views/trail/verify/read-database.ts';
import { verifyTrail } from '../../domain/views/trail/verify/verify.ts';
import type { Answer } from '../answer.ts';
import type { Session, Surroundings } from '../command.ts';
import { table, terminalWidth } from '../table.ts';
import { organisationOf } from './audit-filters.ts';

export interface VerifyOptions {
  readonly org?: OrganisationId;
  readonly file?: string;
  readonly key?: string;
  readonly checkpoints?: string;
}

/** How long a verification waits for the log to take what waits; what is left is counted. */
const CATCH_UP_MS = 30_000;

/**
 * Has the log take what waits; a log that is not the one which this machine knows is left as it is, for the verification to
 * tell. Books whose earlier entries the log has not taken yet cannot be judged: `wrong_state`.
 */
export const catchUp = async (
  { database, now }: Pick<Session, 'database' | 'now'>,
  heads: KnownHeads,
  signer: Signer,
  { id, name }: TrailOf,
  within_ms = CATCH_UP_MS,
): Promise<void> => {
  const caughtUp = await catchUpLog({ database, signer, now: () => now, heads }, id, within_ms).catch(
    (error: unknown) => {
      if (error instanceof LogChanged) return true;
      throw error;
    },
  );
  if (caughtUp || (await readHead(database.reader, id))?.adopted === true) return;
  throw new Refusal(
    'wrong_state',
    `The log has not taken all books of ${name} (${id}) from before it yet; the service goes on with it. Try again in a few minutes.`,
  );
};

/** What this machine knows of the logs. */
export const headsOf = (
  { parts }: Pick<Surroundings, 'parts'>,
  { config }: Pick<Session, 'config'>,
): KnownHeads => knownHeadsIn(headsFolder(config), parts.demo.organisation_id);

type AnyVerdict = Verdict | ExcerptVerdict;

const keptFrom =
  (path: string | undefined) =>
  async (key: Verifier): Promise<KeptFile> =>
    path === undefined ? () => NONE_KEPT : readKept(path, key);

const counts = (verdict: AnyVerdict): string =>
  'excerpt' in verdict
    ? `${verdict.rows} entries of an excerpt, ${verdict.waiting} of them newer than its checkpoint`
    : `${verdict.rows} audit rows, ${verdict.states} states of records, ${verdict.records} records, ${verdict.checkpoints} checkpoints; ${verdict.waiting} entries wait for the log`;

const summary = (verdict: AnyVerdict): string => {
  const { organisation, organisation_id, ok, proven, faults, more_faults } = verdict;
  const accepted = 'accepted' in verdict ? verdict.accepted : [];
  const how = ok ? 'no fault found' : `${faults.length + more_faults} faults`;
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  return [
    `${organisation} (${organisation_id}): ${how}.`,
    `  ${counts(verdict)}`,
    proven === null
      ? '  no checkpoint proves anything yet'
      : `  proven up to entry ${proven.size} by the checkpoint of ${proven.time}`,
    ...accepted.map(
      ({ record_type, record_id, at, by, reason }) =>
        `  ${record_type.replaceAll('_', ' ')} ${record_id} was accepted by ${by} on ${at}: ${reason}`,
    ),
    ...(faults.length === 0
      ? []
      : ['', table(faults, ['kind', 'message'], { room: terminalWidth(), cuts: false }), '']),
    ...(more_faults === 0 ? [] : [`and ${more_faults} more`, '']),
    ...kinds.map((kind) => `${kind}: ${MEANINGS[kind]}`),
  ].join('\n');
};

const sum = (verdicts: readonly AnyVerdict[], of: (verdict: AnyVerdict) => number): number =>
  verdicts.reduce((total, verdict) => total + of(verdict), 0);

const answerOf = (verdicts: readonly AnyVerdict[], key: Verifier): Answer => {
  const ok = verdicts.every((verdict) => verdict.ok);
  const count = (name: 'states' | 'records' | 'checkpoints') =>
    sum(verdicts, (verdict) => ('excerpt' in verdict ? 0 : verdict[name]));
  const faults = verdicts.flatMap(({ organisation_id, faults: found }) =>
    found.map((fault): Fault & { organisation_id: string } => ({ ...fault, organisation_id })),
  );
  const found = sum(verdicts, (verdict) => verdict.faults.length + verdict.more_faults);
  return {
    value: {
      rows: sum(verdicts, ({ rows }) => rows),
      states: count('states'),
      records: count('records'),
      checkpoints: count('checkpoints'),
      waiting: sum(verdicts, ({ waiting }) => waiting),
      ok,
      faults,
      more_faults: sum(verdicts, ({ more_faults }) => more_faults),
      key: key.text,
      organisations: verdicts.map(({ faults: theirs, more_faults, ...rest }) => ({
        ...rest,
        fault_count: theirs.length + more_faults,
      })),
    },
    text:
      verdicts.length === 0
        ? 'There is no organisation.'
        : [...verdicts.map(summary), `Checked with the key ${key.text}.`].join('\n\n'),
    ...(ok
      ? {}
      : {
          failure: { code: 'trail_faulty', message: `The verification found ${found} faults.`, count: found },
        }),
  };
};

const readKeyOption = (text: string | undefined): Verifier | undefined => {
  if (text === undefined) return undefined;
  const key = readVerifier(text);
  if (key !== undefined) return key;
  throw new Refusal('invalid_value', `--key is not a key as "audit key" prints it (folio+…+…).`);
};

const verifyFromFile = (run: Surroundings, file: string, options: VerifyOptions): Promise<void> =>
  run.alone(async () => {
    const given = readKeyOption(options.key);
    const { verdict, key } = await verifyFile(file, given, keptFrom(options.checkpoints));
    if (options.org !== undefined && options.org !== verdict.organisation_id)
      throw new Refusal('invalid_value', `${file} is the trail of ${verdict.organisation_id}.`);
    const warning = `The key is the one that the file names; compare it with what "audit key" prints, or give it as --key.`;
    return { ...answerOf([verdict], key), warnings: given === undefined ? [warning] : [] };
  });

export const verify = (run: Surroundings, options: VerifyOptions): Promise<void> => {
  if (options.file !== undefined) return verifyFromFile(run, options.file, options);
  return run.onDatabase(async (session) => {
    const { database, now, signer } = session;
    const own = await signer();
    const heads = headsOf(run, session);
    const key = readKeyOption(options.key) ?? own;
    const keptOf = await keptFrom(options.checkpoints)(key);
    const { reader } = database;
    const all =
      options.org === undefined
        ? await listOrganisations(reader)
        : [await organisationOf(reader, options.org)];
    const verdicts: Verdict[] = [];
    for (const organisation of all) {
      await catchUp(session, heads, own, organisation);
      const kept = withKnown(keptOf(organisation.id), await heads.read(organisation.id));
      verdicts.push(await verifyTrail({ database, key, now }, organisation, kept));
    }
    return answerOf(verdicts, key);
  });
};
