import * as v from 'valibot'

/** What actions answer, in the words that come often: `action({ answer: … })`. */

/** A row of several kinds of values. */
export const row = v.looseObject({})
/** The rows of a small list. */
export const rows = v.object({ data: v.array(row) })
export const said = v.object({ message: v.string() })
export const numbered = v.object({ id: v.number() })
/** A record of a resource, as it is shown there. */
export const recordOf = (resource: string) => v.pipe(v.looseObject({ id: v.number() }), v.metadata({ resource }))
/** What has a shape by that name (`shapes` of an area). */
export const shapeOf = (name: string) => v.pipe(v.looseObject({}), v.metadata({ resource: name }))
/** The number of a record that was made: `{ venda: { id } }`. */
export const made = (resource: string) => v.object({ [resource]: numbered })
/** A task that was begun, to be watched: `GET /api/tarefa/{id}`. */
export const begun = v.object({ tarefa_id: v.number() })
