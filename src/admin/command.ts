// What every command is built from: how it runs, and on whose behalf.
import type { OrganisationId } from '../../generated/ids.ts';
import type { Config } from '../base/config.ts';
import type { Database, Reader } from '../db/database.ts';
import { getMember } from '../domain/ground/organisations/members.ts';
import type { Actor } from '../domain/ground/change/scope.ts';
import type { Member } from '../domain/ground/organisations/store.ts';
import { type Act, type Books, newAct, SYSTEM } from '../domain/ground/change/change.ts';
import { Refusal } from '../base/refusal.ts';
import type { Answer } from './answer.ts';
import type { Signer } from '../domain/views/trail/note.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import type { AdminParts } from './parts.ts';
import type { Progress } from './progress.ts';

/** An open database and the time at which the command started. */
export interface Session {
  readonly config: Config;
  readonly database: Database;
  readonly books: Books;
  readonly now: Date;
  /** To seal with the master key of this database; throws a `StartError` where it is not here. */
  secrets(): Promise<Secrets>;
  /** Signs checkpoints of the trail, with a key derived from that one. */
  signer(): Promise<Signer>;
}

/** What commands need from their environment. */
export interface Surroundings {
  readonly parts: AdminParts;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  /** A line for people, beside the answer. */
  readonly say: (line: string) => void;
  /** The content of a file, to standard output. */
  readonly out: (bytes: string | Buffer) => Promise<void>;
  /** Opens the database, runs the work and prints its answer. */
  onDatabase(work: (session: Session) => Promise<Answer>): Promise<void>;
  /** Runs the work without a database and prints its answer. */
  alone(work: () => Promise<Answer>): Promise<void>;
}

/** A command believes what it is told; the trail says so. */
export const claimedBy = ({ id }: Pick<Member, 'id'>): Actor => ({ type: 'member', id, method: 'claimed' });

/** Attributes the command to the member named by `--by`, or to the system. */
export const resolveAct = async (
  db: Reader,
  organisationId: OrganisationId,
  action: string,
  options: object,
  now: Date,
): Promise<Act> => {
  const by = 'by' in options && typeof options.by === 'string' ? options.by : undefined;
  const member = by === undefined ? undefined : await getMember(db, organisationId, by);
  if (member?.role === 'viewer')
    throw new Refusal('not_allowed', `${member.email} is a viewer, who changes nothing.`);
  return newAct(member === undefined ? SYSTEM : claimedBy(member), action, options, now);
};
