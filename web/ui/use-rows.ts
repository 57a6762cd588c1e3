import { isRecord, rowsOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

/** As many rows as a form shows at once. */
const MOST = 200

interface Asked {
  readonly where: Values
  readonly orderBy?: string
  readonly desc?: boolean
}

/** Records of a resource as they are now; null before the first answer. */
export function useRows(resource: string, { where, orderBy = 'id', desc = false }: Asked): readonly Row[] | null {
  const own = encodeURIComponent(JSON.stringify(where))
  const path = `${resource}?where=${own}&perPage=${MOST}&orderBy=${orderBy}&sortedBy=${desc ? 'desc' : 'asc'}`
  const answer = useLoaded(path, resource.split('/').at(-1) ?? resource)
  return answer === null ? null : rowsOf(isRecord(answer) ? answer.data : [])
}
