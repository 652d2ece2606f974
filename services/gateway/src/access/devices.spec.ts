import { expect, it } from '@jest/globals';
import { deviceName } from './devices.js';

const webKit = (system: string, browser: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser}`;

it.each([
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  [webKit('Linux; Android 10; K', 'Chrome/140.0.0.0 Mobile Safari/537.36'), 'Chrome on Android'],
  [
    webKit('Linux; Android 10; K', 'SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'),
    'Samsung Internet on Android',
  ],
  [webKit('iPhone; CPU iPhone OS 18_5 like Mac OS X', 'Version/18.5 Mobile/15E148 Safari/604.1'), 'Safari on iPhone'],
  [webKit('iPad; CPU OS 18_5 like Mac OS X', 'CriOS/138.0 Mobile/15E148 Safari/604.1'), 'Chrome on iPad'],
  [webKit('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.5 Safari/605.1.15'), 'Safari on Mac'],
  [webKit('Windows NT 10.0; Win64; x64', 'Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'), 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [webKit('X11; CrOS x86_64 14541.0.0', 'Chrome/140.0.0.0 Safari/537.36'), 'Chrome on ChromeOS'],
  ['Something/1.0 (Windows)', 'Windows'],
  ['curl/8.5.0', null],
  ['', null],
  [undefined, null],
])('a device that says %j is %j', (header, device) => {
  expect(deviceName(header)).toBe(device);
});
