import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, Suspense } from 'react'
import { classes } from './classes.ts'

interface Tab {
  id: string
  label: ReactNode
  content: ReactNode
  /** Keeps what was typed while another tab is shown. */
  stays?: boolean
  /** Stands apart from the others, at the end. */
  isApart?: boolean
}

interface TabsProps {
  label: string
  tabs: [Tab, ...Tab[]]
  /** The tab that is shown, if the caller knows; one that does not exist means the first. */
  chosen?: string | null
  onChoose?: (id: string) => void
}

export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const first = tabs[0].id
  const shown = tabs.find(({ id }) => id === chosen)?.id ?? first
  return (
    <Radix.Root {...(onChoose ? { value: shown, onValueChange: onChoose } : { defaultValue: first })}>
      <Radix.List aria-label={label} className="mb-5 flex flex-wrap border-b sm:gap-1 border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className={classes(
              '-mb-px min-h-11 border-b-3 border-transparent px-1.5 text-sm font-semibold sm:px-3 sm:text-base text-muted hover:text-ink data-[state=active]:border-bell-line data-[state=active]:text-ink',
              tab.isApart && 'ml-auto',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          forceMount={tab.stays || undefined}
          className="data-[state=inactive]:hidden"
        >
          {/* A boundary per tab: the dialog around it must stay while the tab's content is downloaded. */}
          <Suspense>{tab.content}</Suspense>
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
