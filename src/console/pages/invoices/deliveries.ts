// The ways in which a customer can get a document, as a form offers them.
import { DeliveryFormatValues, type DeliveryInput } from '../../../../generated/types.ts';

export const DELIVERIES: readonly DeliveryInput[] = [
  { channel: 'network' },
  ...DeliveryFormatValues.map((format) => ({ channel: 'email', format }) as const),
];

export const deliveryKey = ({ channel, format }: DeliveryInput): string =>
  [channel, format].filter((each) => each !== undefined).join(' ');
