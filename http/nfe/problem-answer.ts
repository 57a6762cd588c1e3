import * as v from 'valibot'

/** What stands in the way of a document, as checks answer it: with the place where it is mended. */
export const problemAnswer = v.object({
  message: v.string(),
  cStat: v.optional(v.string()),
  nItem: v.optional(v.number()),
  place: v.optional(v.object({ resource: v.string(), field: v.string(), id: v.optional(v.number()) })),
})
