// Faults in telling who an app is, and where it may send people.
import type { Planted } from './planted.ts';

const CLIENTS = 'src/domain/parties/oauth/clients';

export const OAUTH_CLIENTS: readonly Planted[] = [
  {
    name: 'a-document-of-another-client',
    file: `${CLIENTS}/document.ts`,
    find: "if (members['client_id'] !== id)",
    put: "if (members['client_id'] === undefined)",
    tests: ['test/oauth/clients/document', 'test/oauth/clients/clients'],
  },
  {
    name: 'an-assertion-for-others-too',
    file: `${CLIENTS}/assertion.ts`,
    find: '!meant.every((each) => audiences.includes(each))',
    put: '!meant.some((each) => audiences.includes(each))',
    tests: ['test/oauth/clients/assertion'],
  },
  {
    name: 'an-assertion-twice',
    file: 'src/oauth/prove-client.ts',
    find: 'return isFresh ? undefined :',
    put: 'return isFresh || true ? undefined :',
    tests: ['test/oauth/clients/clients'],
  },
  {
    name: 'a-redirect-on-any-port',
    file: `${CLIENTS}/redirect.ts`,
    find: 'return known[1] === given[1] && known[3] === given[3];',
    put: 'return known[1] === given[1];',
    tests: ['test/oauth/clients/redirect'],
  },
  {
    name: 'a-secret-that-outlives-its-day',
    file: 'src/oauth/prove-client.ts',
    find: 'previous_until !== null && previous_until > now ? previous_secret_hash : null',
    put: 'previous_until === null ? null : previous_secret_hash',
    tests: ['test/oauth/clients/clients'],
  },
  {
    name: 'an-app-of-another-organisation',
    file: `${CLIENTS}/typed.ts`,
    find: 'if (found?.organisation_id === organisation_id) return found;',
    put: 'if (found !== undefined) return found;',
    tests: ['test/oauth/clients/clients', 'test/console/typed-apps'],
  },
  {
    name: 'a-redirect-of-a-document-followed-elsewhere',
    file: 'src/base/net/fetcher.ts',
    find: 'if (code !== 200)',
    put: 'if (code < 200)',
    tests: ['test/base/net/fetcher'],
  },
];
