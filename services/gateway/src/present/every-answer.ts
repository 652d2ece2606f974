/** Features of browsers that the app has no use for (https://www.w3.org/TR/permissions-policy/). */
const unused = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Headers of every answer, also of those that no route writes. */
export const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'permissions-policy': `microphone=(self), ${unused.map((feature) => `${feature}=()`).join(', ')}`,
} as const;
