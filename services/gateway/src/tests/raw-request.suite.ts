import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const parsed = (answer: string): RawResponse => {
  const end = answer.indexOf('\r\n\r\n');
  const [line = '', ...fields] = answer.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(line.split(' ')[1]), headers, text: answer.slice(end + 4) };
};

export const rawRequest = (
  port: number,
  start: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      received += text;
      if (received.startsWith('HTTP/1.1 101') && received.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(parsed(received)));
    const fields = Object.entries({ host: `127.0.0.1:${port}`, connection: 'close', ...headers });
    socket.write(`${start} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  });
