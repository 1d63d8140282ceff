// A program that asks a person for access: who it says it is, and how it shows that.
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { SaidSentence } from '../../../base/said.ts';
import type { ClientAuth } from '../../../db/stated.ts';

export type ClientKind = 'document' | 'registered' | 'typed';

export interface Client {
  /** The address of the document that describes it, or an id made here. */
  readonly id: string;
  readonly kind: ClientKind;
  /** As it calls itself: anybody may call themselves anything. */
  readonly name: string;
  /** Of one that an administrator typed in, which serves that organisation alone. */
  readonly organisation_id: OrganisationId | null;
  readonly redirect_uris: readonly string[];
  readonly auth_method: ClientAuth;
  /** A person of this service was asked about it before. */
  readonly consented: boolean;
}

/** Who cannot be told, and why. */
export interface ClientProblem {
  readonly problem: 'unknown' | 'unreachable' | 'invalid';
  readonly reason: SaidSentence;
  /** Not who it is, but how it says so: the request itself is wrong. */
  readonly malformed?: boolean;
}

/** The host that stands for the program, where its document came from there. */
export const verifiedHost = ({ kind, id }: Pick<Client, 'kind' | 'id'>): string | null =>
  kind === 'document' ? new URL(id).host : null;
