import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { audiences } from '#domain/company.ts'
import { HERO_ROTATION_MS } from '#domain/limits.ts'
import { classes } from '#web/ui/classes.ts'
import { homeTexts } from './home-texts.ts'

/**
 * Rotates through the audiences. All words share one grid cell, so the longest reserves the space from the start. It can be
 * paused, and does not move for people who prefer reduced motion. Screen readers get the whole list once.
 */
export function HeroWords({
  children,
}: {
  children: (words: React.ReactNode, pause: React.ReactNode) => React.ReactNode
}) {
  const [shown, setShown] = useState(0)
  const [moving, setMoving] = useState(true)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setMoving(false)
  }, [])

  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => setShown((before) => (before + 1) % audiences.length), HERO_ROTATION_MS)
    return () => clearInterval(timer)
  }, [moving])

  const words = (
    <>
      <span className="sr-only">{listed(audiences)}</span>
      <span aria-hidden="true" className="grid justify-items-start wrap-anywhere">
        {audiences.map((word, index) => (
          <span
            key={word}
            className={classes(
              'col-start-1 row-start-1 transition-opacity duration-300',
              index === shown ? 'opacity-100' : 'opacity-0',
            )}
          >
            <span className="rounded-md bg-bell box-decoration-clone px-2 py-0.5 text-bell-ink">{word}</span>
          </span>
        ))}
      </span>
    </>
  )
  const Icon = moving ? Pause : Play
  const pause = (
    <button
      type="button"
      onClick={() => setMoving(!moving)}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-sunk hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-4" />
      {moving ? homeTexts.pause : homeTexts.move}
    </button>
  )
  return children(words, pause)
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} ${homeTexts.and} ${words.at(-1)}`
}
