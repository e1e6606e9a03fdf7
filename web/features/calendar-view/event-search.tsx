import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { eventCategories } from '#domain/categories.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { parseViewQuery, SEARCH_MAX, type ViewQuery, viewHref } from '#domain/views.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { CategoryDot } from './category-mark.tsx'
import { searchTexts } from './texts.ts'

/** Searches with an ordinary form, which works without scripts. With them, choosing a category submits it. */
export function EventSearch({ viewQuery }: { viewQuery: ViewQuery }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { search } = viewQuery
  const chosen = viewQuery.categories.join()

  // The fields follow the URL when the reader goes back, and are not remounted, so the focus stays.
  useEffect(() => {
    for (const field of form.current?.querySelectorAll('input') ?? []) {
      if (field.name === 'q') field.value = search
      if (field.name === 'category') field.checked = chosen.split(',').includes(field.value)
    }
  }, [search, chosen])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const params = new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][])
    navigate(viewHref(parseViewQuery(params)), { preventScrollReset: true })
  }

  return (
    <Form
      ref={form}
      role="search"
      onSubmit={submit}
      className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-x-4 gap-y-3 lg:basis-0"
    >
      {viewQuery.view !== 'month' && <input type="hidden" name="view" value={viewQuery.view} />}
      {viewQuery.date && <input type="hidden" name="date" value={viewQuery.date} />}
      {!viewQuery.date && viewQuery.month && <input type="hidden" name="month" value={viewQuery.month} />}
      <div className="flex min-w-0 flex-1 basis-64 gap-2">
        <Input
          type="search"
          name="q"
          aria-label={searchTexts.label}
          placeholder={searchTexts.placeholder}
          maxLength={SEARCH_MAX}
          defaultValue={search}
          className="sm:h-9 sm:text-sm"
        />
        <Button type="submit" variant="secondary" size="small" aria-label={searchTexts.search}>
          <Search aria-hidden="true" className="size-4.5" />
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
              defaultChecked={viewQuery.categories.includes(category)}
              onChange={(event) => event.currentTarget.form?.requestSubmit()}
              className="sr-only"
            />
            <CategoryDot category={category} className="size-2.5" />
            {categoryNames[category]}
          </label>
        ))}
      </fieldset>
    </Form>
  )
}
