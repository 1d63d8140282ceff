// The parts of the transport, assembled once at start.
import type { IncomingMessage } from 'node:http';

import type { Caller, Service } from '../dispatch/outcome.ts';
import type { Logger } from '../base/log.ts';
import type { Gate } from './gate.ts';
import type { LoopShare } from './loop-share.ts';
import type { Methods } from './methods.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Strangers } from './strangers.ts';
import type { Turns } from '../base/load/turns.ts';

export interface Parts<C extends Caller = Caller> {
  readonly service: Service<C>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly gate: Gate;
  readonly rateLimit: RateLimit;
  readonly strangers: Strangers;
  /** Where a request comes from, for limits per address. */
  readonly sourceOf: (req: IncomingMessage) => string;
  readonly loopShare: LoopShare;
  readonly turns: Turns;
  readonly methods: Methods;
  readonly maxBodyBytes: number;
  readonly callTimeoutMs: number;
  /** Tool calls that have not settled yet, answered or not; a shutdown waits for them. */
  readonly running: Set<Promise<unknown>>;
}
