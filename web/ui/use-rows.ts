import { isRecord, rowsOf, type Row, type Values } from './row'
import { useLoaded } from './use-loaded'

interface Asked {
  readonly where: Values
  /** As many as are shown at once. */
  readonly most?: number
  readonly orderBy?: string
  readonly desc?: boolean
  /** Another resource, whose changes are theirs too. */
  readonly also?: string
}

/** Records of a resource as they are now; null before the first answer. */
export function useRows(
  resource: string,
  { where, most = 200, orderBy = 'id', desc = false, also = '' }: Asked,
): readonly Row[] | null {
  const own = encodeURIComponent(JSON.stringify(where))
  const path = `${resource}?where=${own}&perPage=${most}&orderBy=${orderBy}&sortedBy=${desc ? 'desc' : 'asc'}`
  const answer = useLoaded(path, [resource.split('/').at(-1) ?? resource, also].join(' ').trim())
  return answer === null ? null : rowsOf(isRecord(answer) ? answer.data : [])
}
