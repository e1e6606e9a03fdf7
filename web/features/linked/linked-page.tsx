import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { siteTexts } from '#web/texts/site.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import type { LinkedFlow } from './linked-flow.ts'
import { type Description, LinkedForm, type LinkedFormProps } from './linked-form.tsx'
import { AnsweredCard } from './state-card.tsx'
import { linkedTexts } from './texts.ts'
import { useLinked } from './use-linked.ts'

interface LinkedPageProps<Found> extends Pick<LinkedFormProps<Found>, 'rules' | 'fields'> {
  flow: LinkedFlow
  texts: { title: string; loading: string; removedBody: string }
  /** `isSaved`: on this visit. */
  describe: (found: Found, isSaved: boolean) => Description
}

/** The page behind the link of a mail. Opening it reads; only its buttons change something. */
export function LinkedPage<Found extends { name: string }>({
  flow,
  texts,
  describe,
  rules,
  fields,
}: LinkedPageProps<Found>) {
  const { found, problem, isRemoved, answer } = useLinked<Found>(flow)
  const [isSaved, setIsSaved] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const described = found && describe(found, isSaved)
  const shown = isRemoved ? null : described
  const isFolded = Boolean(shown?.answered)

  async function save(form: object | 'remove'): Promise<string | null> {
    const { saved, problem } = await answer(form)
    if (problem) return problem
    setIsSaved(true)
    setIsChanging(false)
    // The title says what is new; without that, nothing would show that it is saved.
    if (saved && describe(saved, true).state.title === described?.state.title) toast(linkedTexts.saved)
    else window.scrollTo(0, 0)
    return null
  }

  const form = found && shown && (
    <LinkedForm found={found} description={shown} rules={rules} fields={fields} onAnswer={save} />
  )

  return (
    // As high as the window, so that the footer does not jump into view when it loads.
    <Page width="narrow" className={classes('min-h-dvh', isFolded && 'max-sm:pt-4')}>
      {!isFolded && (
        <PageHead title={described?.title ?? texts.title}>{described?.lead ?? (!problem && texts.loading)}</PageHead>
      )}
      <div aria-live="polite" className="mb-6">
        {problem && <Banner variant="warning" title={problem} />}
        {isRemoved && <Banner title={described?.removed}>{texts.removedBody}</Banner>}
        {shown && !isFolded && <Banner title={shown.state.title}>{shown.state.body}</Banner>}
        {shown?.answered && <AnsweredCard {...shown.answered} state={shown.state} subject={shown.subject} />}
      </div>
      {form && (
        <Card className={isFolded ? '' : 'p-5 sm:p-8'}>
          {isFolded ? (
            <details
              open={isChanging}
              onToggle={({ currentTarget }) => setIsChanging(currentTarget.open)}
              className="group"
            >
              <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-xl px-5 font-semibold sm:px-8 [&::-webkit-details-marker]:hidden">
                {linkedTexts.change}
                <ChevronDown aria-hidden="true" className="size-5 group-open:rotate-180" />
              </summary>
              <div className="px-5 pt-2 pb-5 sm:px-8 sm:pb-8">{form}</div>
            </details>
          ) : (
            form
          )}
        </Card>
      )}
      {(problem || isRemoved) && (
        <ButtonLink to={described?.subject?.path ?? '/'} variant="secondary">
          {described?.subject?.label ?? siteTexts.goHome}
        </ButtonLink>
      )}
      <noscript>
        <p className="mt-4">{linkedTexts.noScript}</p>
      </noscript>
    </Page>
  )
}
