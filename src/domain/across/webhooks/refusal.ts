// A refusal that knows which part of the request it is about, so that each surface can point at it.
import { Refusal } from '../../../base/refusal.ts';

export class WebhookRefusal extends Refusal {
  readonly about:
    | 'url'
    | 'events'
    | 'entity'
    | 'description'
    | 'reason'
    | 'limit'
    | 'state'
    | 'kind'
    | 'secret'
    | 'webhook'
    | 'delivery';
  /** Why, without what the request is about. */
  readonly reason: string;

  constructor(about: WebhookRefusal['about'], message: string, reason = message) {
    super(
      about === 'webhook' || about === 'delivery' || about === 'entity'
        ? 'not_found'
        : about === 'state' || about === 'kind' || about === 'limit'
          ? 'wrong_state'
          : about === 'secret'
            ? 'not_allowed'
            : 'invalid_value',
      message,
    );
    this.about = about;
    this.reason = reason;
  }
}
