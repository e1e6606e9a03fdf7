import { CalendarSearch, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { siteTexts } from '#web/texts/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Input } from '#web/ui/input.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import { type FollowAction, FoundCalendars } from './found-calendars.tsx'
import type { LocateAnswer } from './search.ts'
import { locatePageTexts, locateTexts } from './texts.ts'

export function LocateScreen({ answer, follow }: { answer: LocateAnswer; follow: FollowAction }) {
  const navigation = useNavigation()
  const failed = answer.status === 'failed'
  useEffect(() => {
    if (failed) toast(locateTexts.loadFailed)
  }, [failed])

  return (
    <Page width="full" className="pt-5! sm:pt-10!">
      <h1 className="text-[1.75rem] sm:text-4xl">{locateTexts.title}</h1>
      <p className="mt-1 mb-4 text-muted sm:mb-6 sm:text-lg">{locatePageTexts.lead}</p>
      <SearchForm query={answer.query} />
      <p role="status" className="mt-3 mb-4 min-h-6 text-muted">
        {navigation.state === 'idle' ? summary(answer) : locateTexts.loading}
      </p>
      {answer.status === 'found' && answer.calendars.length > 0 && (
        <>
          <FoundCalendars found={answer} follow={follow} />
          <NotHere />
        </>
      )}
      {answer.status === 'found' && answer.calendars.length === 0 && <NoResults searched={answer.query !== ''} />}
      {failed && (
        <EmptyState icon={CalendarSearch} title={locateTexts.loadFailed.body}>
          {siteTexts.inAMoment}
        </EmptyState>
      )}
    </Page>
  )
}

const SIGN_UP = '/signin?mode=signup'
const TYPING_MS = 250

/** Searches with an ordinary form, which works without scripts. With them, it searches while one types. */
function SearchForm({ query }: { query: string }) {
  const [text, setText] = useState(query)
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { location } = useNavigation()
  useEffect(() => () => clearTimeout(timer.current), [])
  // A pending search must not call back a reader who has chosen a calendar.
  useEffect(() => {
    if (location && !location.pathname.startsWith('/locate')) clearTimeout(timer.current)
  }, [location])

  function type(value: string) {
    setText(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(value), TYPING_MS)
  }

  function search(value: string) {
    submit(value.trim() ? { q: value } : {}, { replace: true, preventScrollReset: true })
  }

  return (
    <Form
      role="search"
      preventScrollReset
      replace
      className="flex max-w-3xl flex-col gap-3 sm:flex-row"
      onSubmit={() => clearTimeout(timer.current)}
    >
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
        />
        <Input
          type="search"
          name="q"
          aria-label={locateTexts.title}
          placeholder={locateTexts.placeholder}
          maxLength={200}
          value={text}
          onChange={(event) => type(event.target.value)}
          className="h-13 pl-11 sm:text-lg"
        />
      </div>
      <Button type="submit" className="h-13">
        {locatePageTexts.search}
      </Button>
    </Form>
  )
}

function NoResults({ searched }: { searched: boolean }) {
  return (
    <EmptyState
      title={searched ? locateTexts.noMatch : locateTexts.none}
      action={<ButtonLink to={SIGN_UP}>{locatePageTexts.startOne}</ButtonLink>}
    >
      {searched ? locatePageTexts.tryFewer : locatePageTexts.beFirst}
    </EmptyState>
  )
}

/** Ends the list: somebody who has not found their calendar may start it. */
function NotHere() {
  return (
    <div className="mt-10">
      <EmptyState
        title={locatePageTexts.notHere}
        action={
          <ButtonLink variant="secondary" to={SIGN_UP}>
            {locatePageTexts.startOne}
          </ButtonLink>
        }
      >
        {locatePageTexts.startFor}
      </EmptyState>
    </div>
  )
}

function summary(answer: LocateAnswer): string {
  if (answer.status === 'failed' || answer.calendars.length === 0) return ''
  return (
    locatePageTexts.count(answer.calendars.length, answer.hasMore) +
    (answer.near ? locatePageTexts.inState(answer.near) : '')
  )
}
