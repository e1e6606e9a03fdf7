// /embed.js: <townbell-calendar calendar="{id}"> on any site. One small script of its own, with nothing else in it.
import { TownbellCalendar } from './townbell-calendar.ts'

if (!customElements.get('townbell-calendar')) customElements.define('townbell-calendar', TownbellCalendar)
