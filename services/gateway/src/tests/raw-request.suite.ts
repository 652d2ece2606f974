import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A connection on which a test writes raw bytes. */
export class RawConnection {
  received = '';
  isClosed = false;
  error: Error | undefined;
  readonly closed: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text) => (this.received += text));
    socket.on('error', (error) => (this.error = error));
    this.closed = new Promise((resolve) => socket.on('close', resolve)).then(() => (this.isClosed = true));
  }

  static async open(port: number, sent: string | Buffer = ''): Promise<RawConnection> {
    const connection = new RawConnection(connect(port, '127.0.0.1'));
    await once(connection.socket, 'connect');
    if (sent.length > 0) connection.socket.write(sent);
    return connection;
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  }
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

export const rawRequest = async (
  port: number,
  start: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<RawResponse> => {
  const fields = Object.entries({ host: `127.0.0.1:${port}`, connection: 'close', ...headers });
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const connection = await RawConnection.open(port, `${start} HTTP/1.1\r\n${head}\r\n${body}`);
  connection.socket.on('data', () => {
    if (/^HTTP\/1\.1 101.*\r\n\r\n/s.test(connection.received)) connection.socket.destroy();
  });
  await connection.closed;
  return parsed(connection.received);
};
