import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { eventCategories } from '#domain/categories.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { searchTexts } from '#domain/texts/views.ts'
import { type Look, lookAddress, QUERY_MAX, readLook } from '#domain/views.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { CategoryDot } from './category-mark.tsx'

/** An ordinary form: it works before scripts do. With them, a category counts as soon as it is chosen. */
export function EventSearch({ look }: { look: Look }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { query } = look
  const chosen = look.categories.join()

  // Going back shows what was asked for then. The fields themselves stay, and with them the focus.
  useEffect(() => {
    for (const field of form.current?.querySelectorAll('input') ?? []) {
      if (field.name === 'q') field.value = query
      if (field.name === 'category') field.checked = chosen.split(',').includes(field.value)
    }
  }, [query, chosen])

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const asked = new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][])
    navigate(lookAddress(readLook(asked)), { preventScrollReset: true })
  }

  return (
    <Form
      ref={form}
      role="search"
      onSubmit={search}
      className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-x-4 gap-y-3 lg:basis-0"
    >
      {look.view !== 'month' && <input type="hidden" name="view" value={look.view} />}
      {look.date && <input type="hidden" name="date" value={look.date} />}
      {!look.date && look.month && <input type="hidden" name="month" value={look.month} />}
      <div className="flex min-w-0 flex-1 basis-64 gap-2">
        <Input
          type="search"
          name="q"
          aria-label={searchTexts.label}
          placeholder={searchTexts.placeholder}
          maxLength={QUERY_MAX}
          defaultValue={query}
        />
        <Button type="submit" look="secondary" aria-label={searchTexts.search} className="px-3">
          <Search aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{searchTexts.categories}</legend>
        {eventCategories.map((category) => (
          <label
            key={category}
            className="relative flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-card px-3 text-sm hover:bg-sunk has-checked:border-bell-line has-checked:bg-bell-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-bell-line"
          >
            <input
              type="checkbox"
              name="category"
              value={category}
              defaultChecked={look.categories.includes(category)}
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
