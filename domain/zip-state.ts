// The state of a ZIP code, by its first three digits. Nearer than that a search by ZIP cannot be without a list of 40,000.

/** The first three digits with which each range begins, and its state. A range ends where the next begins; '' is no state. */
const ranges =
  '005 New York;006 ;010 Massachusetts;028 Rhode Island;030 New Hampshire;039 Maine;050 Vermont;055 Massachusetts;056 Vermont;060 Connecticut;070 New Jersey;090 ;' +
  '100 New York;150 Pennsylvania;197 Delaware;200 ;201 Virginia;202 ;206 Maryland;220 Virginia;247 West Virginia;270 North Carolina;290 South Carolina;' +
  '300 Georgia;320 Florida;340 ;341 Florida;350 Alabama;370 Tennessee;386 Mississippi;398 Georgia;400 Kentucky;430 Ohio;460 Indiana;480 Michigan;' +
  '500 Iowa;530 Wisconsin;550 Minnesota;568 ;570 South Dakota;580 North Dakota;590 Montana;600 Illinois;630 Missouri;660 Kansas;680 Nebraska;' +
  '700 Louisiana;716 Arkansas;730 Oklahoma;733 Texas;734 Oklahoma;750 Texas;800 Colorado;820 Wyoming;832 Idaho;834 Wyoming;835 Idaho;840 Utah;850 Arizona;' +
  '870 New Mexico;885 Texas;889 Nevada;900 California;962 ;967 Hawaii;969 ;970 Oregon;980 Washington;995 Alaska'

const table = ranges.split(';').map((range) => [range.slice(0, 3), range.slice(4)] as const)

/** Returns the state of "78704" or "78704-1234"; null for anything else. */
export function stateOfZip(text: string): string | null {
  const zip = /^\s*(\d{3})\d{2}(?:-\d{4})?\s*$/.exec(text)?.[1]
  if (zip === undefined) return null
  return table.findLast(([first]) => first <= zip)?.[1] || null
}
