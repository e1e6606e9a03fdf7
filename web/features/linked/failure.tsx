import { Banner } from '#web/ui/banner.tsx'

/** Says above the buttons of a form why nothing was saved, and comes into view. */
export function Failure({ problem }: { problem: string | null }) {
  if (!problem) return null
  return (
    <div className="scroll-mb-20" ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
      <Banner variant="danger" title={problem} />
    </div>
  )
}
