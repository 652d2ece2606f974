export class Line {
  static OPEN = 1;
  static last: Line | undefined;
  readonly url: string;
  readyState = Line.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(url: string) {
    this.url = url;
    Line.last = this;
  }
  send(): void {}
  close(): void {}
}
