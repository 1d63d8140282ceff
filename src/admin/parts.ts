// What commands use from rooms they must not import; `src/start` supplies it.
import type { AccessOf, ToolName } from '../../generated/dispatch.ts';
import type { OrganisationId } from '../../generated/ids.ts';
import type { Database } from '../db/database.ts';
import type { Books } from '../domain/ground/change/change.ts';
import type { ReadFile } from '../domain/across/inbox/inbox.ts';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import type { DoctorParts } from '../doctor/parts.ts';
import type { Failure } from './failure.ts';

export interface DemoKey {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly entity_id: string | null;
}

export interface Demo {
  readonly organisation_id: string;
  /** False if it existed already. */
  readonly created: boolean;
  readonly entities: readonly { readonly id: string; readonly name: string; readonly country_code: string }[];
  readonly members: readonly { readonly email: string; readonly name: string; readonly role: string }[];
  readonly keys: readonly DemoKey[];
  /** Those made just now. */
  readonly new_keys: readonly DemoKey[];
  /** Where the secrets are kept; null where no keys are made. */
  readonly keys_file: string | null;
}

export type ReadingTool = { [T in ToolName]: AccessOf<T> extends 'read' ? T : never }[ToolName];

/** Asks a tool as a key of the whole organisation would. */
export type Ask = (
  books: Books,
  question: {
    readonly organisation_id: OrganisationId;
    readonly tool: ReadingTool;
    readonly params: Readonly<Record<string, unknown>>;
    readonly now: Date;
  },
) => Promise<{ readonly answer: object } | { readonly failure: Failure }>;

export interface AdminParts extends DoctorParts {
  readonly demo: {
    readonly organisation_id: string;
    ensure(books: Books, now: Date, dataDir: string): Promise<Demo>;
  };
  readonly print: PrintInvoice;
  readonly ask: Ask;
  /** As if somebody on the network of the sandbox had sent it; the id of the message. */
  deliverInSandbox(
    database: Database,
    sent: { readonly receiver: string; readonly document: Buffer; readonly now: Date },
  ): Promise<string>;
  /** Reads received files; without it the service reads them. */
  readonly readDocument?: ReadFile | undefined;
}
