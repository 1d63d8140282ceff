// Numbers as files write them.

export const decimalText = (minor: number, decimal: 'comma' | 'point', thousands: string): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/gu, thousands);
  return `${minor < 0 ? '-' : ''}${whole}${decimal === 'comma' ? ',' : '.'}${digits.slice(-2)}`;
};
