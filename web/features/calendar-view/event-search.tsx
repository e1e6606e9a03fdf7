import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { eventCategories } from '#domain/categories.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { parseViewQuery, SEARCH_MAX, type ViewQuery, viewHref } from '#domain/views.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { DropDown } from '#web/ui/drop-down.tsx'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { Input } from '#web/ui/input.tsx'
import { CategoryDot } from './category-mark.tsx'
import { searchTexts } from './texts.ts'

/** The panel's id: buttons elsewhere open it, too. */
export const SEARCH_PANEL = 'event-search'

/** Searches with an ordinary form in a panel, which works without scripts. With them, choosing a category submits it. */
export function EventSearch({ viewQuery }: { viewQuery: ViewQuery }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { search, categories } = viewQuery
  const chosen = categories.join()

  // The fields follow the URL when the reader goes back, and are not remounted, so the focus stays.
  useEffect(() => {
    for (const field of form.current?.querySelectorAll('input') ?? []) {
      if (field.name === 'q') field.value = search
      if (field.name === 'category') field.checked = chosen.split(',').includes(field.value)
    }
  }, [search, chosen])

  /** A touch would bring the keyboard over the categories. */
  function focusSearch() {
    if (matchMedia('(hover: hover)').matches) form.current?.querySelector<HTMLElement>('[type=search]')?.focus()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Without one it was a category: others may be chosen.
    if ((event.nativeEvent as SubmitEvent).submitter) document.getElementById(SEARCH_PANEL)?.hidePopover()
    const params = new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][])
    navigate(viewHref(parseViewQuery(params)), { preventScrollReset: true })
  }

  return (
    <Form ref={form} role="search" onSubmit={submit} className="flex sm:gap-1 max-sm:order-1">
      {viewQuery.view !== 'month' && <input type="hidden" name="view" value={viewQuery.view} />}
      {viewQuery.date && <input type="hidden" name="date" value={viewQuery.date} />}
      {!viewQuery.date && viewQuery.month && <input type="hidden" name="month" value={viewQuery.month} />}
      <button
        type="button"
        data-search
        popoverTarget={SEARCH_PANEL}
        aria-label={searchTexts.open}
        // The panel has the field, too: the narrowest phones have room for one button.
        className={classes(quiet, 'max-[24rem]:hidden')}
      >
        <Search aria-hidden="true" className="size-4.5" />
      </button>
      <DropDown
        id={SEARCH_PANEL}
        isAlwaysThere
        onOpen={focusSearch}
        trigger={
          <>
            <SheetIcon name="list-filter" className="size-4.5" />
            <span className="max-[24rem]:sr-only">{searchTexts.filter(categories.length)}</span>
          </>
        }
        className={classes(quiet, categories.length > 0 && 'bg-bell-soft')}
        panelClassName="visible right-4 w-88 p-4"
      >
        <div className="mb-3 flex gap-2">
          <Input
            type="search"
            name="q"
            aria-label={searchTexts.label}
            placeholder={searchTexts.placeholder}
            maxLength={SEARCH_MAX}
            defaultValue={search}
            className="sm:h-9 sm:text-sm"
          />
          <Button type="submit" variant="secondary" size="small">
            {searchTexts.search}
          </Button>
        </div>
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{searchTexts.categories}</legend>
          {eventCategories.map((category) => (
            <label key={category} className="pill">
              <input
                type="checkbox"
                name="category"
                value={category}
                defaultChecked={categories.includes(category)}
                onChange={(event) => event.currentTarget.form?.requestSubmit()}
                className="sr-only"
              />
              <CategoryDot category={category} className="size-2.5" />
              {categoryNames[category]}
            </label>
          ))}
        </fieldset>
      </DropDown>
    </Form>
  )
}

const quiet = classes(buttonClasses({ variant: 'quiet', size: 'small' }), 'gap-1.5! px-2! max-sm:min-w-11')
