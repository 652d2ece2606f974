/** What this library needs of a logger; pino's has it. */
export interface Log {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}
