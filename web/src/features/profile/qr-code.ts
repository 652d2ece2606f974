import qrcode from 'qrcode-generator';

/** The white border that the standard requires (ISO/IEC 18004), in modules. */
export const QUIET_MODULES = 4;

interface QrCode {
  /** Number of modules on a side. */
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
  /** An SVG path of all dark modules, one unit each. */
  readonly path: string;
}

/** The smallest version that holds the text, with the lowest error correction, so that its modules are large. */
export function qrCodeOf(text: string): QrCode {
  const code = qrcode(0, 'L');
  code.addData(text, 'Byte');
  code.make();
  const size = code.getModuleCount();
  const isDark = (row: number, column: number) => code.isDark(row, column);
  const numbers = Array.from({ length: size }, (_, number) => number);
  const path = numbers
    .flatMap((row) => numbers.filter((column) => isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`))
    .join('');
  return { size, isDark, path };
}
