import { peopleTexts } from '../../shared/texts/people.ts';
import { Sheet } from '../../shared/ui/sheet.tsx';
import { QUIET_MODULES, qrCodeOf } from './qr-code.ts';

interface AskCodeProps {
  readonly username: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** Dark on white in both themes, because many scanners cannot read an inverted code. */
export default function AskCode({ username, link, onClose }: AskCodeProps) {
  const { size, path } = qrCodeOf(link);
  const edge = size + 2 * QUIET_MODULES;
  return (
    <Sheet title={`@${username}`} onClose={onClose}>
      <svg
        role="img"
        aria-label={peopleTexts.askLink.codeOf(username)}
        viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${edge} ${edge}`}
        shapeRendering="crispEdges"
        className="mx-auto mt-4 block max-h-[60vh] w-full max-w-80 rounded-control"
      >
        <rect x={-QUIET_MODULES} y={-QUIET_MODULES} width={edge} height={edge} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="pt-3 text-center text-sm break-all text-soft">{decodeURI(link)}</p>
    </Sheet>
  );
}
