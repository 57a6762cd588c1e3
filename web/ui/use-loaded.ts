import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { chosenCompany, get } from '../app/api'
import { onChanged } from '../app/events'
import { toast } from '../app/toasts'

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
