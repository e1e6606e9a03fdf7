import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, Suspense } from 'react'

interface Tab {
  id: string
  label: ReactNode
  content: ReactNode
  /** Keeps what was typed while another tab is shown. */
  stays?: boolean
}

export function Tabs({ label, tabs }: { label: string; tabs: [Tab, ...Tab[]] }) {
  return (
    <Radix.Root defaultValue={tabs[0].id}>
      <Radix.List aria-label={label} className="mb-5 flex flex-wrap border-b sm:gap-1 border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-11 border-b-3 border-transparent px-1.5 text-sm font-semibold sm:px-3 sm:text-base text-muted hover:text-ink data-[state=active]:border-bell-line data-[state=active]:text-ink"
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
