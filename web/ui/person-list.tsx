import { Download, Printer, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { classes } from './classes.ts'
import { Input } from './input.tsx'
import { LoadError } from './load-error.tsx'
import { Pager } from './pager.tsx'
import { saveFile } from './save-file.ts'
import { ListSkeleton } from './skeleton.tsx'
import { uiTexts } from './texts.ts'

// Lists of people: guests, helpers, contacts, members, recipients. Each brings its rows and words; searching, saving, printing, removing
// and what is shown while nobody is there are the same.

/** Limits what is rendered: a list may have ten thousand people. */
export const PEOPLE_AT_ONCE = 100

/** Long enough that a word is searched for once, short enough to feel immediate. */
const PAUSE_MS = 200

interface PersonListProps<Person> {
  label: string
  /** How reading them goes. */
  read: { data: Person[] | undefined; error: Error | null; refetch: () => unknown; isPlaceholderData?: boolean }
  loading: string
  failed: string | undefined
  /** Who of them is shown, if not all. */
  found?: Person[]
  /** Says that nobody is there, or that nobody matches. */
  empty: string
  /** Of a list that is read page by page. */
  pages?: { page: number; size: number; found: number; onPage: (page: number) => void }
  /** Stands in a card, below this. */
  head?: ReactNode
  isCard?: boolean
  children: (person: Person) => ReactNode
}

export function PersonList<Person>(props: PersonListProps<Person>) {
  const { label, read, loading, failed, found = read.data, empty, pages, head, isCard, children } = props
  const [shown, setShown] = useState(PEOPLE_AT_ONCE)
  useTurnBack(props)
  if (!read.data || !found)
    return read.error ? (
      <LoadError message={failed} onRetry={read.refetch} />
    ) : (
      <ListSkeleton label={loading} row="h-12" />
    )
  if (found.length === 0) return <Nobody>{empty}</Nobody>
  const left = pages ? 0 : found.length - shown
  const list = (
    <ul aria-label={label} aria-busy={read.isPlaceholderData || undefined} className="divide-y divide-line">
      {(pages ? found : found.slice(0, shown)).map(children)}
    </ul>
  )
  return (
    <>
      {isCard ? (
        <Card className="overflow-clip">
          {head}
          {list}
        </Card>
      ) : (
        list
      )}
      {left > 0 && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setShown(shown + PEOPLE_AT_ONCE)}>
          {uiTexts.more(Math.min(left, PEOPLE_AT_ONCE))}
        </Button>
      )}
      {pages && <Pager {...pages} />}
    </>
  )
}

/** Goes to the page before when the last person of a page was removed. */
function useTurnBack({ read, pages }: Pick<PersonListProps<unknown>, 'read' | 'pages'>) {
  const isPast = read.data?.length === 0 && !read.isPlaceholderData
  useEffect(() => {
    if (isPast && pages && pages.page > 0) pages.onPage(pages.page - 1)
  }, [isPast, pages])
}

function Nobody({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-lg bg-sunk p-4 text-muted">
      {children}
    </p>
  )
}

interface PersonSearchProps {
  label: string
  search: string
  onSearch: (search: string) => void
  /** Each search is a request, so it waits until typing pauses. */
  isRequest?: boolean
  className?: string
}

/** Finds people while their name is typed. */
export function PersonSearch({ label, search, onSearch, isRequest = false, className }: PersonSearchProps) {
  const [typed, setTyped] = useState(search)
  useEffect(() => {
    if (!isRequest || typed === search) return
    const timer = setTimeout(() => onSearch(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isRequest, typed, search, onSearch])
  return (
    <div className={classes('relative min-w-0', className)}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        onChange={({ target }) => {
          setTyped(target.value)
          if (!isRequest) onSearch(target.value)
        }}
        className="pl-10"
      />
    </div>
  )
}

/** Returns the people whose name contains the words, exact matches first, so that "Ann" is not lost among a hundred Annas. */
export function findPeople<Person>(people: Person[], nameOf: (person: Person) => string, search: string): Person[] {
  const words = plain(search.trim())
  const found = people.filter((person) => plain(nameOf(person)).includes(words))
  const isExact = (person: Person) => plain(nameOf(person)) === words
  return [...found.filter(isExact), ...found.filter((person) => !isExact(person))]
}

/** Lower case and without accents, so that "jose" finds José. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Buttons that save the list as a file and print it. */
export function SaveAndPrint({ name, csv, disabled }: { name: string; csv: () => string; disabled?: boolean }) {
  return (
    <>
      <Button variant="secondary" onClick={() => saveFile(name, csv(), 'text/csv')} disabled={disabled}>
        <Download aria-hidden="true" className="size-5" />
        {uiTexts.saveCsv}
      </Button>
      <Button variant="secondary" onClick={() => print()}>
        <Printer aria-hidden="true" className="size-5" />
        {uiTexts.print}
      </Button>
    </>
  )
}

interface RemovalProps<Person> {
  /** Null is closed. */
  person: Person | null
  onClose: () => void
  title: (person: Person) => string
  body: string
  confirm: string
  removal: { isPending: boolean; mutate: (person: Person, options: { onSettled: () => void }) => void }
}

/** Asks before it removes somebody. */
export function RemovePerson<Person>({ person, onClose, title, body, confirm, removal }: RemovalProps<Person>) {
  return (
    <AlertDialog
      open={person !== null}
      onClose={onClose}
      title={person === null ? '' : title(person)}
      description={body}
      confirm={confirm}
      working={removal.isPending}
      onConfirm={() => person !== null && removal.mutate(person, { onSettled: onClose })}
    />
  )
}
