// /embed.js: <townbell-calendar calendar="{id}"> on any site. A separate, small script.
import { TownbellCalendar } from './townbell-calendar.ts'

if (!customElements.get('townbell-calendar')) customElements.define('townbell-calendar', TownbellCalendar)
