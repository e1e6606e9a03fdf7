import * as z from 'zod'
import { emailAddressWith } from './email-address.ts'
import { COLLECTION_CALENDARS_MAX } from './limits.ts'
import { collectionTexts } from './texts/collections.ts'
import { followTexts } from './texts/follow.ts'

/** Following some calendars of a town page. */
export const collectionFollowForm = z.object({
  collection_id: z.guid(collectionTexts.notFound),
  email: emailAddressWith(followTexts.invalidEmail.body),
  calendar_ids: z
    .array(z.guid(collectionTexts.chooseOne), collectionTexts.chooseOne)
    .min(1, collectionTexts.chooseOne)
    .max(COLLECTION_CALENDARS_MAX, collectionTexts.chooseOne),
})
