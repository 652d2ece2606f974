import type { FeedSort } from '@hearsay/contracts';
import { feedTexts } from '../../shared/texts/feed.ts';
import { Choices } from '../../shared/ui/choices.tsx';

interface SortControlProps {
  readonly sorts: readonly FeedSort[];
  readonly chosen: FeedSort;
  readonly onChoose: (sort: FeedSort) => void;
}

export function SortControl({ sorts, chosen, onChoose }: SortControlProps) {
  return (
    <div className="px-3 pb-3">
      <Choices
        legend={feedTexts.sort}
        isLegendHidden
        name="sort"
        choices={sorts.map((value) => ({ value, label: feedTexts.sorts[value] }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}
