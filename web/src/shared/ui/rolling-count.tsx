const FIGURES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** A count whose figures roll to their new place: for the eyes only, the count is said beside it in words. */
export function RollingCount({ value }: { value: number }) {
  const figures = [...value.toLocaleString('en')];
  return (
    <span className="rolling" aria-hidden="true">
      {figures.map((figure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a figure is its place, counted from the right, so that the ones stay the ones.
        <RollingFigure key={figures.length - index} figure={figure} />
      ))}
    </span>
  );
}

function RollingFigure({ figure }: { figure: string }) {
  const place = FIGURES.indexOf(figure);
  if (place < 0) return <span>{figure}</span>;
  return (
    <span className="rolling-figure" style={{ transform: `translateY(-${place * 1.3}em)` }}>
      {FIGURES.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </span>
  );
}
