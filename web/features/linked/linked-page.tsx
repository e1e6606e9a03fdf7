import { siteTexts } from '#web/texts/site.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import type { LinkedFlow } from './linked-flow.ts'
import { type Description, LinkedForm, type LinkedFormProps } from './linked-form.tsx'
import { linkedTexts } from './texts.ts'
import { useLinked } from './use-linked.ts'

interface LinkedPageProps<Found> extends Pick<LinkedFormProps<Found>, 'rules' | 'Fields'> {
  flow: LinkedFlow
  texts: { title: string; loading: string; removedBody: string }
  describe: (found: Found) => Description
}

/** The page behind the link of a mail. Opening it reads; only its buttons change something. */
export function LinkedPage<Found extends { name: string }>({
  flow,
  texts,
  describe,
  rules,
  Fields,
}: LinkedPageProps<Found>) {
  const { found, problem, isRemoved, answer } = useLinked<Found>(flow)
  const described = found && describe(found)
  const shown = isRemoved ? null : described

  async function save(form: object | 'remove'): Promise<string | null> {
    const { saved, problem } = await answer(form)
    // The banner says what is new; without that, nothing would show that it is saved.
    if (saved && describe(saved).state.title === described?.state.title) toast(linkedTexts.saved)
    else if (!problem) window.scrollTo(0, 0)
    return problem
  }

  return (
    <Page width="narrow">
      <PageHead title={described?.title ?? texts.title}>{described?.lead ?? (!problem && texts.loading)}</PageHead>
      {/* As high as the form, so that nothing jumps when it loads. */}
      <div aria-live="polite" className={found || problem ? 'mb-6' : 'min-h-dvh'}>
        {problem && <Banner variant="warning" title={problem} />}
        {isRemoved && <Banner title={described?.removed}>{texts.removedBody}</Banner>}
        {shown && <Banner title={shown.state.title}>{shown.state.body}</Banner>}
      </div>
      {found && shown && (
        <Card className="p-5 sm:p-8">
          <LinkedForm found={found} description={shown} rules={rules} Fields={Fields} onAnswer={save} />
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
