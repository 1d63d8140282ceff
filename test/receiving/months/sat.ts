// The sandbox of the SAT's query as it answers about documents that suppliers had stamped, asked as the service asks the SAT.
import type { AskSat } from '../../../src/domain/documents/sat-status/status.ts';
import { askStatus } from '../../../src/providers/pac/sat-status.ts';
import { answerStatus } from '../../../src/sandbox/pac/status.ts';
import type { Stamped } from '../../../src/sandbox/pac/store.ts';
import { satOf } from '../../../src/start/sat-status.ts';

export interface KnownCfdi {
  readonly uuid: string;
  readonly issuer: string;
  readonly receiver: string;
  readonly total: string;
  readonly isCancelled: boolean;
}

const stampedOf = ({ isCancelled, ...facts }: KnownCfdi): Stamped => ({
  ...facts,
  stamp: '',
  document: '',
  stampedAt: new Date('2026-11-01T12:00:00Z'),
  needsAcceptance: false,
  cancellation: isCancelled ? 'cancelled' : null,
});

/** It knows these and no others. */
export const sandboxSat = (known: readonly KnownCfdi[]): AskSat => {
  const none = (): Promise<never> => Promise.reject(new Error('the query only reads'));
  const store = {
    keep: none,
    bySeal: none,
    byCustomId: none,
    cancel: none,
    byUuid: (uuid: string): Promise<Stamped | undefined> => {
      const found = known.find((each) => each.uuid.toLowerCase() === uuid.toLowerCase());
      return Promise.resolve(found === undefined ? undefined : stampedOf(found));
    },
  };
  const options = {
    name: 'sandbox',
    url: 'http://sandbox.example',
    dataUrl: '',
    token: null,
    user: null,
    password: null,
    sandbox: true,
    now: () => new Date(),
    fetch: async (_url: unknown, init?: RequestInit): Promise<Response> => {
      const answer = await answerStatus(store, Buffer.from(typeof init?.body === 'string' ? init.body : ''));
      return answer === null ? new Response('', { status: 400 }) : new Response(answer);
    },
  };
  return satOf({ status: (question, signal) => askStatus(options, question, signal) });
};
