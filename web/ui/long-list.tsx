import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Input } from './input.tsx'
import { uiTexts } from './texts.ts'

/** Limits what is rendered: a list may have ten thousand items. */
const AT_ONCE = 100

interface LongListProps<Item> {
  label: string
  items: Item[]
  /** The words by which people find an item. */
  wordsOf: (item: Item) => string
  className?: string
  children: (item: Item) => ReactNode
}

/** Shows the first hundred items, a button for more, and a field to find one. */
export function LongList<Item>({ label, items, wordsOf, className = '', children }: LongListProps<Item>) {
  const [shown, setShown] = useState(AT_ONCE)
  const [search, setSearch] = useState('')
  const isLong = items.length > AT_ONCE
  const words = search.trim().toLowerCase()
  const found = isLong && words ? findItems(items, wordsOf, words) : items
  const left = found.length - shown
  return (
    <>
      {isLong && (
        <Input
          type="search"
          aria-label={uiTexts.find}
          placeholder={uiTexts.find}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="mt-3"
        />
      )}
      {found.length === 0 && words ? (
        <p role="status" className="mt-3 text-muted">
          {uiTexts.nothingFound}
        </p>
      ) : (
        <ul aria-label={label} className={`divide-y divide-line ${className}`}>
          {found.slice(0, shown).map(children)}
        </ul>
      )}
      {left > 0 && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setShown(shown + AT_ONCE)}>
          {uiTexts.more(Math.min(left, AT_ONCE))}
        </Button>
      )}
    </>
  )
}

/** The items that contain the words. Those that are exactly the words come first: "Ann" is not lost among a hundred Annas. */
function findItems<Item>(items: Item[], wordsOf: (item: Item) => string, words: string): Item[] {
  const found = items.filter((item) => wordsOf(item).toLowerCase().includes(words))
  const isExact = (item: Item) => wordsOf(item).toLowerCase() === words
  return [...found.filter(isExact), ...found.filter((item) => !isExact(item))]
}
