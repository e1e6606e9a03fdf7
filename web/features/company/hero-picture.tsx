import { Mail, MessageSquareText } from 'lucide-react'
import { CategoryBadge, CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { homeTexts } from './home-texts.ts'

const { picture } = homeTexts

const dots: Record<number, ('Event' | 'Alert' | 'Notice' | 'FYI')[]> = {
  3: ['Event'],
  6: ['Notice'],
  11: ['Event', 'FYI'],
  15: ['Event'],
  19: ['Alert'],
  24: ['Event', 'Notice'],
  27: ['FYI'],
}

/** Shows a calendar, a mail and a text message, built from the page's own components: nothing to download, and it follows the theme. */
export function HeroPicture() {
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-md select-none lg:max-w-none">
      <div className="rotate-1 rounded-2xl border border-line bg-card p-5 shadow-lift sm:p-6">
        <div className="mb-4 flex items-baseline justify-between">
          <p className="font-display text-xl font-semibold">{picture.month}</p>
          <p className="text-sm text-muted">{picture.calendar}</p>
        </div>
        <div className="grid grid-cols-7 gap-1 text-center text-sm">
          {Array.from({ length: 35 }, (_, cell) => cell - 1).map((day) => (
            <div
              key={day}
              className={`flex h-10 flex-col items-center justify-center gap-1 rounded-md leading-none ${day === 15 ? 'bg-bell font-semibold text-bell-ink' : ''}`}
            >
              {day > 0 && day < 32 && (
                <>
                  <span>{day}</span>
                  <span className="flex h-1.5 gap-0.5">
                    {dots[day]?.map((category) => (
                      <CategoryDot
                        key={category}
                        category={category}
                        // Important, because the category's own color is hard to see on the bell's.
                        className={day === 15 ? 'size-1.5 text-bell-ink!' : 'size-1.5'}
                      />
                    ))}
                  </span>
                </>
              )}
            </div>
          ))}
        </div>
      </div>

      <div className="relative -mt-6 ml-auto w-[88%] -rotate-1 rounded-xl border border-line bg-card p-4 shadow-lift">
        <div className="mb-2 flex items-center gap-2 text-sm text-muted">
          <Mail className="size-4" /> {picture.today}
        </div>
        <p className="font-semibold">{picture.tonight}</p>
        <p className="text-sm text-muted">{picture.where}</p>
        <div className="mt-2">
          <CategoryBadge category="Event" />
        </div>
      </div>

      <div className="relative mt-3 mr-auto flex w-[80%] items-start gap-3 rounded-xl rounded-bl-none border border-line bg-sunk p-4 shadow-card">
        <MessageSquareText className="mt-0.5 size-5 shrink-0" />
        <p className="text-sm">{picture.text}</p>
      </div>
    </div>
  )
}
