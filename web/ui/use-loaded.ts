import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { chosenCompany, get } from '../app/api'
import { onChanged } from '../app/events'
import { toast } from '../app/toasts'
import { isRecord, rowsOf, type Row, type Values } from './row'

interface Loaded {
  /** Company and round that the answer belongs to. */
  readonly key: string
  readonly value: unknown
}

/** What a path answers, asked again when the company or records of the resource (or of several, `a b`) change. Null until the first answer. */
export function useLoaded(path: string, resource: string): unknown {
  useSignals()
  const [round, setRound] = useState(0)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const key = `${chosenCompany.value}:${round}`
  useEffect(() => {
    const stops = resource.split(' ').map((one) => onChanged(one, () => setRound((now) => now + 1)))
    return () => stops.forEach((stop) => stop())
  }, [resource])
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        setLoaded({ key, value: await get(path, { signal: stop.signal }) })
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [path, key])
  return loaded?.value ?? null
}

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
