/** A calendar's initials on its colour. */
export function CalendarTile({ name }: { name: string }) {
  const letters = name
    .split(/\s+/u)
    .map((word) => [...word][0] ?? '')
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  return (
    <span
      aria-hidden="true"
      className="grid size-6 shrink-0 place-items-center rounded-md bg-[#5b4a8a] text-[0.625rem] font-semibold text-white uppercase"
    >
      {letters.slice(0, 2).join('')}
    </span>
  )
}
