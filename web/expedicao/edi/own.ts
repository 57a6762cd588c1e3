import { isRecord, rowsOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

/** As many lines as are shown at once. */
export const MOST = 500

/** What a file has of a resource, as it is now; null before the first answer. */
export function useOwn(resource: string, id: string, where: Values, order: string): readonly Row[] | null {
  const own = encodeURIComponent(JSON.stringify({ edi_id: Number(id), ...where }))
  const answer = useLoaded(`${resource}?where=${own}&perPage=${MOST}&orderBy=${order}&sortedBy=asc`, resource)
  return answer === null ? null : rowsOf(isRecord(answer) ? answer.data : [])
}
