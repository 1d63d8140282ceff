// What the authorization server stands on; `src/start` supplies it.
import type { BlockList } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Logger } from '../base/log.ts';
import type { Origin } from '../base/net/origin.ts';
import type { Books } from '../domain/ground/change/change.ts';
import type { Mailer } from '../domain/filing/delivery/mailer.ts';
import type { Clients } from './clients.ts';

export interface OAuthParts {
  readonly books: Books;
  readonly log: Logger;
  readonly now: () => Date;
  readonly mailer: Mailer;
  readonly clients: Clients;
  /** For metrics: what an endpoint answered. */
  readonly count?: (endpoint: string, outcome: string) => void;
}

/** Known once the service listens. */
export interface OAuthSurroundings extends OAuthParts {
  readonly origin: Origin;
  readonly trustedProxies: BlockList;
}

/** One request of a program. */
export interface Asked {
  readonly parts: OAuthSurroundings;
  readonly req: IncomingMessage;
  readonly request_id: string;
  readonly now: Date;
  /** The address of this service by which the program knows it, without a slash. */
  readonly issuer: string;
  /** The network address that it comes from. */
  readonly source: string;
}
