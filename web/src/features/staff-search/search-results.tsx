import { cx } from '#web/components/ui/cx.ts';
import type { SearchGroup, SearchOption } from './search-options.ts';

type SearchResultsProps = {
  id: string;
  groups: readonly SearchGroup[];
  activeKey: string | null;
  toOptionId: (key: string) => string;
  onChoose: (option: SearchOption) => void;
};

/** The results by kind, as the options of a combobox. */
export const SearchResults = ({ id, groups, activeKey, toOptionId, onChoose }: SearchResultsProps) => (
  <div id={id} role="listbox" aria-label="Results" tabIndex={-1}>
    {groups.map(({ title, options }) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
      <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="not-first:mt-2">
        <p id={`${id}-${title}`} className="px-3 py-1 font-semibold text-ink-muted text-sm">
          {title}
        </p>
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and its keys
          <div
            key={option.key}
            id={toOptionId(option.key)}
            role="option"
            tabIndex={-1}
            aria-selected={option.key === activeKey}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
            className={cx(
              'wrap-anywhere min-h-11 cursor-pointer rounded-sm px-3 py-1.5 hover:bg-sand-soft',
              option.key === activeKey && 'bg-sea-tint hover:bg-sea-tint',
            )}
          >
            <p className="font-medium leading-snug">{option.title}</p>
            <p className="tabular text-ink-muted text-sm leading-snug">{option.about}</p>
          </div>
        ))}
      </div>
    ))}
  </div>
);
