// A refusal that knows which part of the request it is about, so that each surface can point at it.
import { Refusal } from '../../../base/refusal.ts';
import { english, type Said } from '../../../base/said.ts';

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
  readonly said: Said;
  /** Why, without what the request is about. */
  readonly reason: Said;

  constructor(about: WebhookRefusal['about'], said: Said, reason = said) {
    super(
      about === 'webhook' || about === 'delivery' || about === 'entity'
        ? 'not_found'
        : about === 'state' || about === 'kind' || about === 'limit'
          ? 'wrong_state'
          : about === 'secret'
            ? 'not_allowed'
            : 'invalid_value',
      english(said),
    );
    this.about = about;
    this.said = said;
    this.reason = reason;
  }
}
