import { frameTexts } from '../texts/frame.ts';

const STROKES = ['M4 10v4', 'M8 6v12', 'M12 3v18', 'M16 6.500v11', 'M20 10v4'];

export function SoundBars({ size = 22, className = '' }: { size?: number; className?: string }) {
  return (
    <svg className={`bars ${className}`} aria-hidden="true" width={size} height={size} viewBox="0 0 24 24">
      {STROKES.map((stroke, index) => (
        <path key={stroke} d={stroke} style={{ '--i': index }} />
      ))}
    </svg>
  );
}

export function LoadingBars({ label = frameTexts.loading, isPage = false }: { label?: string; isPage?: boolean }) {
  const Label = isPage ? 'h1' : 'span';
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-16 text-soft">
      <SoundBars size={44} className="breathing text-faint" />
      <Label className="font-text leading-[inherit] tracking-normal">{label}</Label>
    </div>
  );
}

export function StateIllustration() {
  return (
    <svg className="bars mx-auto text-faint" aria-hidden="true" width="132" height="24" viewBox="0 0 132 24">
      <path
        d={Array.from({ length: 22 }, (_, bar) => {
          const height = bar === 10 ? 5 : bar === 11 ? 3 : 1;
          return `M${3 + bar * 6} ${12 - height}v${height * 2}`;
        }).join('')}
      />
    </svg>
  );
}
